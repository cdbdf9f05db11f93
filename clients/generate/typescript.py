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
    parts = [HEAD.format("The types of what is sent and answered.")]
    named = [(name, schema) for name, schema in document.schemas.items()]
    named += [(operation.body, arguments(operation)) for operation in document.operations]
    for name, schema in sorted(named, key=lambda each: each[0]):
        before = f"\n{comment(one_line(schema.get('description', '')))}"
        if is_object(schema):
            required = set(schema.get("required", []))
            members = "".join(member(key, inner, key in required) for key, inner in schema["properties"].items())
            parts.append(f"{before}export interface {name} {{\n{members}}}\n")
        else:
            parts.append(f"{before}export type {name} = {expression(schema)};\n")
    return "".join(parts)


def arguments(operation: Operation) -> Schema:
    """The arguments of an operation as a type."""
    return {
        "description": f"The arguments of `{operation.name}`.",
        "type": "object",
        "properties": {each.name: each.schema for each in operation.arguments},
        "required": [each.name for each in operation.arguments if each.required],
    }


def member(key: str, schema: Schema, required: bool) -> str:
    shown = f"{key}: {expression(schema)}" if required else f"{key}?: {expression(schema)} | undefined"
    return f"{comment(one_line(schema.get('description', '')), 2)}  {shown};\n"


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
    used = sorted(set(re.findall(r"\b(\w+(?:Arguments|Answer))\b", methods)))
    lines = [f'import {{ Group, type CallOptions }} from "{up}group.js";\n']
    if used:
        lines.append("import type {\n" + "".join(f"  {name},\n" for name in used) + f'}} from "{up}types.js";\n')
    return "".join(lines)


def method(operation: Operation) -> str:
    """One operation."""
    needed = any(each.required for each in operation.arguments)
    given = f"given: {operation.body}{'' if needed else ' = {}'}"
    manner = f"{{ ...options, waits: given.{operation.waits} }}" if operation.waits else "options"
    return (
        f"{comment(operation.text, 2)}"
        f"  {operation.verb}({given}, options: CallOptions = {{}}): Promise<{operation.answer}> {{\n"
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
