// Checks that a response matches the API's document, from which the types are generated.

type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: Value;
  enum?: Value[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  "x-required"?: string[];
}

interface Operation {
  responses: { 200: { content: { "application/json": { schema: Schema } } } };
  "x-lean": string[];
}

export interface Document {
  paths: Record<string, { post?: Operation }>;
  components: { schemas: Record<string, Schema> };
}

/** Names of members with the names within each; an empty tree stands for all. */
type Places = Map<string, Places>;

/** Members that are always returned. */
const ALWAYS = ["version", "position", "inbox", "inbox_waiting", "redacted_secrets", "next_cursor", "total"];

/** Returns the differences of a response from the document, either in full or with the default fields. */
export function faults(document: Document, name: string, answer: unknown, lean: boolean): string[] {
  const operation = document.paths[`/api/${name}`]?.post;
  if (!operation) return [`${name}: there is no such operation`];
  const names = lean ? operation["x-lean"] : [];
  const places = named(names.length > 0 ? [...names, ...ALWAYS] : []);
  const { schema } = operation.responses[200].content["application/json"];
  return [...odd(document, schema, answer as Value, places, name)];
}

function named(names: string[]): Places {
  const whole: Places = new Map();
  // The longest first: a member that is named itself is complete.
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    const parts = name.split(".");
    const last = parts.pop()!;
    let at = whole;
    for (const part of parts) {
      const inner = at.get(part) ?? new Map();
      at.set(part, inner);
      at = inner;
    }
    at.set(last, new Map());
  }
  return whole;
}

function* odd(document: Document, schema: Schema, value: Value, places: Places, path: string): Generator<string> {
  if (schema.$ref) {
    const inner = document.components.schemas[schema.$ref.split("/").at(-1)!]!;
    yield* odd(document, inner, value, places, path);
    return;
  }
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) {
    const tried = kinds.map((kind) => [...odd(document, kind, value, places, path)]);
    if (tried.every((found) => found.length > 0)) yield* tried[0]!;
    return;
  }
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => is(type, value))) yield `${path}: ${JSON.stringify(value)} is not ${types}`;
  if (schema.enum && !schema.enum.includes(value)) yield `${path}: ${JSON.stringify(value)} is none of them`;
  if (schema.const !== undefined && schema.const !== value) yield `${path}: is not ${JSON.stringify(schema.const)}`;
  if (Array.isArray(value)) {
    for (const [number, item] of value.entries()) {
      yield* odd(document, schema.items ?? {}, item, places, `${path}[${number}]`);
    }
  } else if (typeof value === "object" && value !== null) {
    yield* oddMembers(document, schema, value, places, path);
  }
}

function* oddMembers(
  document: Document,
  schema: Schema,
  value: Record<string, Value>,
  places: Places,
  path: string,
): Generator<string> {
  const { properties, additionalProperties: others } = schema;
  if (!properties && typeof others !== "object") return;
  const given = (name: string): boolean => places.size === 0 || places.has(name);
  for (const name of schema.required ?? schema["x-required"] ?? []) {
    if (given(name) && !Object.hasOwn(value, name)) yield `${path}.${name}: is not there`;
  }
  for (const [name, inner] of Object.entries(value)) {
    const known = properties?.[name] ?? others;
    if (!given(name)) yield `${path}.${name}: nobody asked for it`;
    else if (typeof known !== "object") yield `${path}.${name}: is not known`;
    else yield* odd(document, known, inner, places.get(name) ?? new Map(), `${path}.${name}`);
  }
}

function is(type: string, value: Value): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
