"""Every operation of the API document: both clients have it, with its arguments, and the server accepts them."""

from __future__ import annotations

import asyncio
import inspect
import json
import keyword
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from house import House

from loci import AsyncLoci, InvalidError, Loci, ProblemError
from loci._errors import CLASSES

CLIENTS = Path(__file__).resolve().parents[2]
AGENTS = ("orchestrator", "worker", "reviewer", "librarian", "observer")
SAMPLES = {"string": "x", "integer": 1, "number": 1.0, "boolean": False, "null": None}


@pytest.fixture(scope="module")
def document(house: House) -> Any:
    with urllib.request.urlopen(f"{house.url}/api/openapi.json", timeout=60) as answer:
        return json.load(answer)


def operations(document: Any) -> dict[str, dict[str, Any]]:
    """Returns the schemas of the arguments of all operations."""
    found = {}
    for path, methods in document["paths"].items():
        if "post" in methods:
            body = methods["post"]["requestBody"]["content"]["application/json"]["schema"]
            found[path.removeprefix("/api/")] = resolved(document, body)
    return found


def resolved(document: Any, schema: Any) -> Any:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def sample(document: Any, schema: Any) -> Any:
    """Returns a value of the right type, which the operation usually rejects."""
    schema = resolved(document, schema)
    if "example" in schema:
        return schema["example"]
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    for way in ("anyOf", "oneOf"):
        if way in schema:
            return sample(document, schema[way][0])
    kind = schema.get("type", "string")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "array":
        return [sample(document, schema.get("items", {}))]
    if kind == "object":
        return {key: sample(document, schema["properties"][key]) for key in schema.get("required", [])}
    return SAMPLES[kind]


def method(client: Loci | AsyncLoci, name: str) -> Any:
    noun, _, verb = name.partition("_")
    # A verb that is a Python keyword, such as `import`, has an underscore appended.
    verb = f"{verb}_" if keyword.iskeyword(verb) else verb
    return getattr(getattr(client, noun), verb) if verb else getattr(client, name)


def python_name(name: str) -> str:
    return f"{name}_" if keyword.iskeyword(name) else name


def test_the_generated_files_are_current(house: House) -> None:
    done = subprocess.run(
        [sys.executable, str(CLIENTS / "generate"), "--check", f"{house.url}/api/openapi.json"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_operation_is_there_with_its_arguments(house: House, document: Any) -> None:
    wanted = operations(document)
    assert len(wanted) > 100
    for client in (house.client(), house.async_client()):
        for name, schema in wanted.items():
            parameters = inspect.signature(method(client, name)).parameters
            names = {python_name(each) for each in schema.get("properties", {})}
            assert set(parameters) == names, name
            musts = {each for each, it in parameters.items() if it.default is inspect.Parameter.empty}
            assert musts == {python_name(each) for each in schema.get("required", [])}, name


def test_the_server_takes_every_operation(house: House, document: Any) -> None:
    """Calls each operation with all its arguments, as an agent that may do so if there is one. The server knows all of
    them."""
    outcomes: dict[str, list[str]] = {"answered": [], "refused": []}
    clients = {role: house.client(f"py-{role}", role, retries=0) for role in AGENTS}
    for name, schema in operations(document).items():
        roles = document["paths"][f"/api/{name}"]["post"]["x-roles"]
        role = next((each for each in AGENTS if each in roles), "observer")
        arguments = {
            python_name(key): sample(document, inner) for key, inner in schema["properties"].items() if key != "fields"
        }
        arguments |= {each: 0 for each in ("timeout_seconds", "wait") if each in arguments}
        needed = {python_name(each) for each in schema.get("required", [])} | {"timeout_seconds", "wait"}
        musts = {each: value for each, value in arguments.items() if each in needed}
        try:
            try:
                answer = method(clients[role], name)(**arguments)
            except InvalidError as error:
                assert not [fault for fault in error.fields if "is not an argument" in fault["detail"]], name
                answer = method(clients[role], name)(**musts)
        except ProblemError as error:
            assert type(error) is CLASSES[error.code], name
            assert error.code not in ("internal", "unavailable"), (name, error)
            outcomes["refused"].append(name)
        else:
            assert isinstance(answer, dict), name
            outcomes["answered"].append(name)
    assert len(outcomes["answered"]) > 15, outcomes


def test_both_ways_of_calling_say_the_same(house: House) -> None:
    async def asynchronously() -> Any:
        async with house.async_client() as loci:
            return await loci.workflow.list(limit=1), await loci.settings.get()

    with house.client() as loci:
        loci.workflow.create(name="The same", goal="Twice")
        listed, settings = loci.workflow.list(limit=1), loci.settings.get()
    again, settings_again = asyncio.run(asynchronously())
    assert listed["items"] == again["items"]
    assert {**settings, "position": 0} == {**settings_again, "position": 0}


def test_null_is_not_the_same_as_nothing(loci: Loci) -> None:
    loci.session.put(session="null", model="gpt-4o")
    # The model is kept if it is omitted, and removed by null.
    with pytest.raises(InvalidError):
        loci.call("session_put", {"session": "null", "modle": "gpt-4o"})
    loci.core.create(name="null-core", description="Kept")
    loci.core.edit(name="null-core", readers=None)
    kept = next(each for each in loci.core.list()["items"] if each["name"] == "null-core")
    assert kept.get("description") == "Kept"
    loci.core.edit(name="null-core", description=None)
    gone = next(each for each in loci.core.list()["items"] if each["name"] == "null-core")
    assert not gone.get("description")


def test_every_code_has_a_class(document: Any) -> None:
    assert set(CLASSES) == set(document["components"]["schemas"]["Code"]["enum"])
