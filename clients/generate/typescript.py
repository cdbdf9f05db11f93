"""Writes the generated part of the TypeScript client: `types.ts`, and a class for each noun."""

from __future__ import annotations

import re
import textwrap

from document import Document, Operation, Schema, choices, is_object, kinds, name_of, one_line

HEAD = "// {}\n// Written by `clients/generate` from the document of the API: change that, not this file.\n"
WIDTH = 118
SCALARS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def files(document: Document) -> dict[str, str]:
    """The files by path."""
    written = {"types.ts": types(document)}
    nouns = document.nouns()
    for noun, operations in nouns.items():
        if noun:
            written[f"operations/{noun}.ts"] = group(noun, operations)
    written["operations/index.ts"] = whole(nouns)
    return written


def types(document: Document) -> str:
    """All types of what is sent and answered."""
    tagged = {operation.answer for operation in document.operations if operation.tagged}
    named = {name: named_type(name, schema, name in tagged) for name, schema in document.schemas.items()}
    for operation in document.operations:
        named[operation.body] = arguments(operation)
        if operation.lean:
            named[lean(operation)] = lean_type(operation)
    head = HEAD.format("The types of what is sent and answered.")
    head += 'import type { Fields, Whole } from "./fields.js";\n'
    return head + "".join(text for _, text in sorted(named.items()))


def named_type(name: str, schema: Schema, tagged: bool) -> str:
    """A schema of the document; of a tagged answer no more than the tag is there each time."""
    before = f"\n{comment(one_line(schema.get('description', '')))}"
    if not is_object(schema):
        return f"{before}export type {name} = {expression(schema)};\n"
    # Of what answers are made of, the document says what is there when all of it is asked for.
    required = schema.get("required", schema.get("x-required", []))
    required = [key for key in required if key == "etag" or not tagged]
    members = "".join(
        member(key, expression(inner), inner, key in required) for key, inner in schema["properties"].items()
    )
    return f"{before}export interface {name} {{\n{members}}}\n"


def arguments(operation: Operation) -> str:
    """The arguments of an operation; the fields it asks for say what its answer holds."""
    members = "".join(
        member(each.name, "Asked" if each.name == "fields" else expression(each.schema), each.schema, each.required)
        for each in operation.arguments
    )
    before = f"\n{comment(f'The arguments of `{operation.name}`.')}"
    return f"{before}export interface {operation.body}<Asked extends Fields = {unasked(operation)}> {{\n{members}}}\n"


def lean_type(operation: Operation) -> str:
    """What an answer holds when the caller names no fields."""
    line = f"export type {lean(operation)} = readonly [{', '.join(quoted(operation.lean))}];\n"
    if len(line) > WIDTH:
        names = "".join(f"  {name},\n" for name in quoted(operation.lean))
        line = f"export type {lean(operation)} = readonly [\n{names}];\n"
    return f"\n{comment(f'What `{operation.name}` answers unless `fields` asks for more.')}{line}"


def unasked(operation: Operation) -> str:
    """What a caller asks for who names no fields."""
    return lean(operation) if operation.lean else "Whole"


def lean(operation: Operation) -> str:
    return operation.answer.removesuffix("Answer") + "Lean"


def quoted(names: list[str]) -> list[str]:
    return [f'"{name}"' for name in names]


def member(key: str, shown: str, schema: Schema, required: bool) -> str:
    line = f"{key}: {shown}" if required else f"{key}?: {shown} | undefined"
    return f"{comment(one_line(schema.get('description', '')), 2)}  {line};\n"


def expression(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return f'"{schema["const"]}"'
    if "enum" in schema:
        return " | ".join("null" if each is None else f'"{each}"' for each in schema["enum"])
    arms = choices(schema)
    if arms:
        return " | ".join(dict.fromkeys(expression(arm) for arm in arms))
    return " | ".join(one(kind, schema) for kind in kinds(schema)) or "unknown"


def one(kind: str, schema: Schema) -> str:
    if kind == "array":
        inner = expression(schema.get("items", {}))
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {expression(more) if isinstance(more, dict) else 'unknown'}>"
    return SCALARS[kind]


def group(noun: str, operations: list[Operation]) -> str:
    """The operations of one noun."""
    methods = "\n".join(method(operation) for operation in operations)
    head = HEAD.format(f"The operations of `{noun}`.")
    text = comment(f"The operations of `{noun}`.")
    return f"{head}{imports(methods, '../')}\n{text}export class {title(noun)} extends Group {{\n{methods}}}\n"


def whole(nouns: dict[str, list[Operation]]) -> str:
    """All nouns in one class, with the operations that have none."""
    methods = "\n".join(method(operation) for operation in nouns.get("", []))
    parts = [HEAD.format("All operations."), imports(methods, "../")]
    named = [noun for noun in nouns if noun]
    parts += [f'import {{ {title(noun)} }} from "./{noun}.js";\n' for noun in named]
    parts.append(f"\n{comment('All operations, by noun.')}export class Operations extends Group {{\n")
    for noun in named:
        parts.append(
            f"{comment(f'The operations of `{noun}`.', 2)}  readonly {noun} = new {title(noun)}(this.caller);\n"
        )
    return "".join(parts) + "\n" + methods + "}\n"


def imports(methods: str, up: str) -> str:
    used = sorted(set(re.findall(r"\b(\w+(?:Arguments|Answer|Lean))\b", methods)))
    own = ", ".join(name for name in ("Chosen", "Fields", "Whole") if re.search(rf"\b{name}\b", methods))
    lines = [f'import type {{ {own} }} from "{up}fields.js";\n'] if own else []
    lines.append(f'import {{ Group, type CallOptions }} from "{up}group.js";\n')
    if used:
        lines.append("import type {\n" + "".join(f"  {name},\n" for name in used) + f'}} from "{up}types.js";\n')
    return "".join(lines)


def method(operation: Operation) -> str:
    """One operation."""
    needed = any(each.required for each in operation.arguments)
    given = f"{operation.body}<Asked>{'' if needed else ' = {}'}"
    within = f', "{operation.within}"' if operation.within else ""
    manner = f"{{ ...options, waits: given.{operation.waits} }}" if operation.waits else "options"
    return (
        f"{comment(operation.text, 2)}"
        f"  {operation.verb}<const Asked extends Fields = {unasked(operation)}>(\n"
        f"    given: {given},\n"
        "    options: CallOptions = {},\n"
        f"  ): Promise<Chosen<{operation.answer}, Asked{within}>> {{\n"
        f'    return this.caller.call("{operation.name}", given, {manner});\n'
        "  }\n"
    )


def title(noun: str) -> str:
    return noun.title()


def comment(text: str, indent: int = 0) -> str:
    """A text as a comment of documentation."""
    if not text:
        return ""
    space = " " * indent
    text = text.replace("*/", "*\\/")
    if "\n" not in text and len(text) + indent + 7 <= WIDTH:
        return f"{space}/** {text} */\n"
    lines = [f"{space}/**"]
    for line in text.split("\n"):
        before = f"{space} * "
        lines.append(
            textwrap.fill(line, WIDTH, initial_indent=before, subsequent_indent=before) if line else f"{space} *"
        )
    return "\n".join([*lines, f"{space} */"]) + "\n"
