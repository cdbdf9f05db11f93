"""Writes the generated part of the Python client: `types.py`, and the operations twice, for both kinds of calling."""

from __future__ import annotations

import keyword
import re
import textwrap

from document import Document, Operation, Schema, choices, is_object, kinds, name_of, one_line

HEAD = '"""{}\n\nWritten by `clients/generate` from the document of the API: change that, not this file.\n"""\n\n'
WIDTH = 118
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def files(document: Document) -> dict[str, str]:
    """The files by path."""
    written = {"types.py": types(document)}
    for folder, kind in (("_sync", ""), ("_async", "Async")):
        nouns = document.nouns()
        for noun, operations in nouns.items():
            if noun:
                written[f"{folder}/{noun}.py"] = group(noun, operations, kind)
        written[f"{folder}/__init__.py"] = whole(nouns, kind)
    return written


def types(document: Document) -> str:
    """All types of what is sent and answered."""
    parts = [HEAD.format("The types of what is sent and answered.")]
    parts.append("from __future__ import annotations\n\nfrom typing import Any, Literal, TypeAlias, TypedDict\n")
    aliases = []
    for name, schema in document.schemas.items():
        if is_object(schema):
            parts.append(typed_dict(name, schema))
        else:
            aliases.append(alias(name, schema))
    return "".join(parts) + "\n" + "".join(aliases)


def alias(name: str, schema: Schema) -> str:
    """A name for a type without members."""
    line = f"{name}: TypeAlias = {quoted(expression(schema))}\n"
    if len(line) > 121 and "enum" in schema:
        line = f"{name}: TypeAlias = Literal[\n" + "".join(f'    "{each}",\n' for each in schema["enum"]) + "]\n"
    return f"\n{comment(schema)}{line}"


def quoted(text: str) -> str:
    """A type that may name later ones."""
    if text.startswith("Literal[") or text in SCALARS.values():
        return text
    return f"'{text}'" if '"' in text else f'"{text}"'


def typed_dict(name: str, schema: Schema) -> str:
    """A type with members. Those that must be there, and those that are words of Python, are in bases of their own."""
    required = set(schema.get("required", []))
    members = schema["properties"]
    bases = []
    before = ""
    odd = [key for key in members if keyword.iskeyword(key)]
    for key in odd:
        inner = quoted(expression(members[key]))
        total = "" if key in required else ", total=False"
        base = f"_{name}{key.title()}"
        before += f'\n\n{base} = TypedDict("{base}", {{"{key}": {inner}}}{total})\n'
        bases.append(base)
    musts = [key for key in members if key in required and key not in odd]
    others = [key for key in members if key not in required and key not in odd]
    if musts and others:
        before += f"\n\nclass _{name}(TypedDict):\n" + "".join(member(key, members[key]) for key in musts)
        bases.append(f"_{name}")
    head = ", ".join(bases or ["TypedDict"]) + ("" if musts and not others else ", total=False")
    text = one_line(schema.get("description", "")) or f"`{name}`."
    shown = "".join(member(key, members[key]) for key in (others or musts))
    return f"{before}\n\nclass {name}({head}):\n{docstring(text, 4)}{chr(10) if shown else ''}{shown}"


def member(key: str, schema: Schema) -> str:
    return f"{comment(schema, 4)}    {key}: {expression(schema)}\n"


def expression(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return name_of(schema)
    if "const" in schema:
        return f'Literal["{schema["const"]}"]'
    if "enum" in schema:
        return "Literal[" + ", ".join("None" if each is None else f'"{each}"' for each in schema["enum"]) + "]"
    arms = choices(schema)
    if arms:
        return " | ".join(dict.fromkeys(expression(arm) for arm in arms))
    return " | ".join(one(kind, schema) for kind in kinds(schema)) or "Any"


def one(kind: str, schema: Schema) -> str:
    if kind == "array":
        return f"list[{expression(schema.get('items', {}))}]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"dict[str, {expression(more) if isinstance(more, dict) else 'Any'}]"
    return SCALARS[kind]


def group(noun: str, operations: list[Operation], kind: str) -> str:
    """The operations of one noun."""
    methods = "\n".join(method(operation, kind) for operation in operations)
    used = sorted(set(re.findall(r"types\.(\w+)", methods)))
    parts = [HEAD.format(f"The operations of `{noun}`."), "from __future__ import annotations\n\n"]
    parts.append(imports(methods, used))
    base = f"{kind}Group"
    parts.append(f"from .._group import {base}\n")
    parts.append(f"\n\nclass {kind}{noun.title()}({base}):\n{docstring(f'The operations of `{noun}`.', 4)}\n{methods}")
    return "".join(parts)


def whole(nouns: dict[str, list[Operation]], kind: str) -> str:
    """All nouns in one class, with the operations that have none."""
    methods = "\n".join(method(operation, kind) for operation in nouns.get("", []))
    used = sorted(set(re.findall(r"types\.(\w+)", methods)))
    parts = [HEAD.format("All operations."), "from __future__ import annotations\n\n"]
    parts.append(imports(methods, used))
    base = f"{kind}Group"
    parts.append(f"from .._group import {base}\n")
    for noun in nouns:
        if noun:
            parts.append(f"from .{noun} import {kind}{noun.title()}\n")
    parts.append(f"\n\nclass {kind}Operations({base}):\n{docstring('All operations, by noun.', 4)}\n")
    for noun in nouns:
        if noun:
            parts.append(
                f"    @property\n    def {noun}(self) -> {kind}{noun.title()}:\n"
                f"{docstring(f'The operations of `{noun}`.', 8)}        return {kind}{noun.title()}(self._caller)\n\n"
            )
    return "".join(parts) + methods


def imports(methods: str, used: list[str]) -> str:
    """What the methods need."""

    def there(*words: str) -> str:
        return ", ".join(word for word in words if re.search(rf"(?<!types\.)\b{word}\b", methods))

    lines = []
    for module, words in (("collections.abc", there("Mapping", "Sequence")), ("typing", there("Any", "Literal"))):
        if words:
            lines.append(f"from {module} import {words}\n")
    if lines:
        lines.append("\n")
    if used:
        lines.append("from .. import types\n")
    lines.append("from .._core import OMIT, Omit\n")
    return "".join(lines)


def method(operation: Operation, kind: str) -> str:
    """One operation."""
    define = "async def" if kind else "def"
    wait = "await " if kind else ""
    lines = [f"    {define} {safe(operation.verb)}(\n        self,\n"]
    if operation.arguments:
        lines.append("        *,\n")
    for argument in operation.arguments:
        hint = qualified(argument.schema)
        more = "" if argument.required else " | Omit = OMIT"
        lines.append(f"        {safe(argument.name)}: {hint}{more},\n")
    lines.append(f"    ) -> types.{operation.answer}:\n")
    text = operation.text
    if operation.arguments:
        text += "\n\nArgs:\n" + "\n".join(
            textwrap.fill(
                f"{safe(each.name)}: {each.text}", WIDTH - 8, initial_indent="    ", subsequent_indent="        "
            )
            for each in operation.arguments
        )
    lines.append(docstring(text, 8))
    lines.append(f"        _answer: types.{operation.answer} = {wait}self._caller.call(\n")
    lines.append(f'            "{operation.name}",\n')
    lines.append("            {" + "\n" if operation.arguments else "            {")
    for argument in operation.arguments:
        lines.append(f'                "{argument.name}": {safe(argument.name)},\n')
    lines.append("            },\n" if operation.arguments else "},\n")
    if operation.waits:
        lines.append(f"            waits={safe(operation.waits)},\n")
    lines.append("        )\n        return _answer\n")
    return "".join(lines)


def qualified(schema: Schema) -> str:
    """A schema as the type of an argument, where the types are a module. A class may have a method `list`, which would
    be meant by that name."""
    text = re.sub(
        r"(\"[^\"]*\")|\b([A-Z]\w*)\b",
        lambda found: found[1] or (found[2] if found[2] in ("Any", "Literal", "None") else f"types.{found[2]}"),
        expression(schema),
    )
    return text.replace("list[", "Sequence[").replace("dict[", "Mapping[")


def safe(name: str) -> str:
    """A name that is no word of Python."""
    return f"{name}_" if keyword.iskeyword(name) else name


def docstring(text: str, indent: int) -> str:
    """A text as a docstring."""
    space = " " * indent
    lines = []
    for line in text.replace("\\", "\\\\").replace('"""', "'''").split("\n"):
        if line.startswith(" ") or len(line) + indent <= WIDTH - 3:
            lines.append(f"{space}{line}" if line else "")
        else:
            lines.append(textwrap.fill(line, WIDTH - 3, initial_indent=space, subsequent_indent=space))
    body = "\n".join(lines)
    end = '"""\n' if "\n" not in body and not body.endswith('"') else f'\n{space}"""\n'
    return f'{space}"""{body[indent:]}{end}'


def comment(schema: Schema, indent: int = 0) -> str:
    """A description as a comment that tools take for documentation."""
    text = one_line(schema.get("description", ""))
    if not text:
        return ""
    before = " " * indent + "#: "
    return textwrap.fill(text, WIDTH, initial_indent=before, subsequent_indent=before) + "\n"
