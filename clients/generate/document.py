"""What the document of the API says, as the writers need it. Knows no language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]

PREFIX = "#/components/schemas/"


@dataclass
class Argument:
    """One argument of an operation."""

    name: str
    schema: Schema
    required: bool

    @property
    def text(self) -> str:
        return one_line(self.schema.get("description", ""))


@dataclass
class Operation:
    """One operation: what a caller can do."""

    name: str
    text: str
    body: str
    arguments: list[Argument]
    answer: str
    #: What an answer holds when the caller names no fields; nothing where that is all.
    lean: list[str]
    #: The member of the answer in which names of fields are looked for that the answer itself does not have.
    within: str | None
    #: Whether a caller may be told that it has the answer already, with nothing but its `etag`.
    tagged: bool

    @property
    def noun(self) -> str:
        """The group it is in, its first word; nothing for an operation of one word."""
        return self.name.partition("_")[0] if "_" in self.name else ""

    @property
    def verb(self) -> str:
        return self.name.partition("_")[2] or self.name

    @property
    def waits(self) -> str | None:
        """The argument that says how many seconds the server may wait."""
        return next((each.name for each in self.arguments if each.name in ("wait", "timeout_seconds")), None)


@dataclass
class Document:
    """Everything that is written from the document."""

    operations: list[Operation]
    schemas: dict[str, Schema]

    def nouns(self) -> dict[str, list[Operation]]:
        """The operations by noun."""
        groups: dict[str, list[Operation]] = {}
        for operation in self.operations:
            groups.setdefault(operation.noun, []).append(operation)
        return groups


def read(raw: dict[str, Any]) -> Document:
    """Reads the document."""
    schemas: dict[str, Schema] = raw["components"]["schemas"]
    operations = []
    bodies = set()
    for path, methods in sorted(raw["paths"].items()):
        # Files and the feed are no operations; the clients' own code asks for them.
        if "post" not in methods:
            continue
        post = methods["post"]
        body = name_of(post["requestBody"]["content"]["application/json"]["schema"])
        bodies.add(body)
        required = schemas[body].get("required", [])
        arguments = [
            Argument(name, schema, name in required) for name, schema in schemas[body].get("properties", {}).items()
        ]
        arguments.sort(key=lambda each: (not each.required, each.name in COMMON))
        answer = name_of(post["responses"]["200"]["content"]["application/json"]["schema"])
        name = path.removeprefix("/api/")
        assert name == post["operationId"], path
        members = schemas[answer].get("properties", {})
        within = next((each for each in ("items", name.partition("_")[0]) if each in members), None)
        text, lean, tagged = paragraphs(post["description"]), post["x-lean"], "304" in post["responses"]
        operations.append(Operation(name, text, body, arguments, answer, lean, within, tagged))
    kept = {name: schema for name, schema in sorted(schemas.items()) if name not in bodies}
    return Document(operations, hoisted(kept))


# The arguments that nearly all operations have; they come last.
COMMON = ("fields", "if_version", "lead_epoch", "idempotency_key")


def hoisted(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """The schemas, with a name for each object that stands within a choice."""
    named: dict[str, Schema] = {}
    for name, schema in schemas.items():
        way = choices(schema)
        if way is None:
            named[name] = schema
            continue
        arms = []
        for arm in way:
            if arm.get("type") == "object" and "properties" in arm:
                members = arm.get("required", arm["properties"])
                inner = f"{name}With" + "".join(key.title().replace("_", "") for key in members)
                assert inner not in schemas, inner
                named[inner] = arm
                arm = {"$ref": PREFIX + inner}
            arms.append(arm)
        named[name] = {**{key: value for key, value in schema.items() if key != "oneOf"}, "anyOf": arms}
    return dict(sorted(named.items()))


def choices(schema: Schema) -> list[Schema] | None:
    """The arms of a choice."""
    return schema.get("anyOf") or schema.get("oneOf")


def kinds(schema: Schema) -> list[str]:
    """The JSON types that a schema names."""
    kind = schema.get("type", [])
    return kind if isinstance(kind, list) else [kind]


def is_object(schema: Schema) -> bool:
    """Whether a schema becomes a type with members."""
    return "object" in kinds(schema) and "properties" in schema


def name_of(schema: Schema) -> str:
    """The name that a reference names."""
    return schema["$ref"].removeprefix(PREFIX)


def one_line(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


def paragraphs(text: str) -> str:
    """A text with its paragraphs, each in one line."""
    return "\n\n".join(one_line(part) for part in text.split("\n\n"))
