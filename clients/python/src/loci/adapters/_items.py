"""Converts the items of the OpenAI Agents SDK to messages and back.

An item that Loci can store unchanged is in its message's metadata as `item`. Any other is stored as text in `json`, and
a large one continues in further messages: the first has the number of `parts`, the others the message they are
`part_of`. They have the same time and consecutive ids, so that no other message comes between them, and each is a tool
result of the first, so that Loci folds all of them or none. If several calls are needed, all messages name the last one
as their `batch_end`: as long as it is missing, the others are ignored.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final

from .. import types

#: Maximum number of messages and bytes of a call, below the 1 MiB that Loci accepts.
MESSAGES: Final = 1000
BYTES: Final = 768 * 1024
#: Maximum size in bytes of an item that is stored unchanged, and of a part of another one. The distance to the 256 KiB
#: that Loci accepts leaves room for the replacements of secrets.
PART: Final = 120_000
#: Maximum nesting of an item that is stored unchanged: below the 32 levels of a call, some of which surround it.
DEPTH: Final = 24
#: Maximum length of a secret. Within this distance from its end, a part is cut after a line break, also an escaped one,
#: or else after a space that is not between a name and its value: a secret in two parts would not be detected.
SECRET: Final = 4096
END: Final = re.compile(r".*(?:\n|\\n)|.*[^:=] (?=[^:=])", re.DOTALL)
#: Maximum size of a role in bytes.
ROLE: Final = 64
#: Metadata key of a message that was removed by `pop_item`.
TAKEN_BACK: Final = "taken_back"
#: Roles of items without a role, by their type.
ROLES: Final = {"function_call_output": "tool", "computer_call_output": "tool", "local_shell_call_output": "tool"}

#: Lone surrogates, which UTF-8 cannot encode; and these with NUL, which no message may contain.
HALF: Final = re.compile("[\ud800-\udfff]")
STRANGE: Final = re.compile("[\0\ud800-\udfff]")
#: JSON escapes of such characters; and any escape, to find the surrogates among them.
ESCAPED: Final = re.compile(r"\\u(?:0000|d[89a-f][0-9a-f]{2})")
ESCAPE: Final = re.compile(r"\\(?:u(d[89a-f][0-9a-f]{2})|.)")

#: The messages of one item, in order.
Whole = list[types.Message]


def dumped(item: Any) -> str:
    """Serializes an item."""
    return HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(item, ensure_ascii=False))


def loaded(text: str) -> Any:
    """Parses a serialized item. Keeps two adjacent surrogate escapes apart, which JSON would combine."""
    if ESCAPED.search(text):
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[0], text)
    return json.loads(text)


def messages_of(item: dict[str, Any], text: str, id_: str, moment: str) -> list[types.NewMessage]:
    """Returns the messages of an item. `text` is the serialized item."""
    role, says = role_of(item), STRANGE.sub("\ufffd", words(item))
    if is_plain(item, text):
        metadata: dict[str, Any] = {"item": item}
        return [{"id": id_, "role": role, "content": says, "created_at": moment, "metadata": metadata}]
    texts, contents = parts(text), parts(says)
    many = max(len(texts), len(contents))
    texts += [""] * (many - len(texts))
    contents += [""] * (many - len(contents))
    found: list[types.NewMessage] = []
    for number, (part, content) in enumerate(zip(texts, contents, strict=True)):
        message: types.NewMessage = {
            "id": f"{id_}.{number:06}" if number else id_,
            "role": role,
            "content": content if content.strip() else f"(part {number + 1} of {many})",
            "created_at": moment,
            "metadata": {"json": part, **({"part_of": id_} if number else {"parts": many})},
        }
        if number:
            message["tool_call_id"] = id_
        found.append(message)
    return found


def is_plain(item: dict[str, Any], text: str) -> bool:
    """Returns true if Loci stores and returns an item unchanged. `text` is the serialized item."""
    return len(text.encode()) <= PART and not ESCAPED.search(text) and is_exact(item, DEPTH)


def is_exact(value: Any, depth: int) -> bool:
    """Returns true if a value is nested no deeper than `depth` and has only numbers that every JSON parser supports."""
    if isinstance(value, dict):
        return depth > 0 and all(is_exact(each, depth - 1) for each in value.values())
    if isinstance(value, (list, tuple)):
        return depth > 0 and all(is_exact(each, depth - 1) for each in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or -(2**63) <= value < 2**64


def parts(text: str) -> list[str]:
    """Splits a text into parts that fit into a message."""
    found: list[str] = []
    at = 0
    while at < len(text):
        part = text[at : at + PART]
        while (size := len(json.dumps(part, ensure_ascii=False).encode())) > PART:
            part = part[: len(part) * PART // size]
        end = END.match(part, max(0, len(part) - SECRET))
        if end and at + len(part) < len(text):
            part = part[: end.end()]
        found.append(part)
        at += len(part)
    return found


def calls_of(messages: Iterable[types.NewMessage]) -> list[list[types.NewMessage]]:
    """Distributes messages over calls."""
    found: list[list[types.NewMessage]] = []
    size = BYTES
    for message in messages:
        more = len(json.dumps(message, ensure_ascii=False).encode())
        if size + more > BYTES or len(found[-1]) == MESSAGES:
            found.append([])
            size = 0
        found[-1].append(message)
        size += more
    if len(found) > 1:
        for message in (each for call in found for each in call):
            message["metadata"]["batch_end"] = found[-1][-1]["id"]
    return found


def taken_back(message: types.Message | types.NewMessage) -> types.NewMessage:
    """Returns the message that replaces a removed one."""
    return {
        "role": message["role"],
        "content": "(taken back)",
        "id": message["id"],
        "created_at": message["created_at"],
        "metadata": {TAKEN_BACK: True},
    }


def wholes(messages: Iterable[types.Message]) -> list[Whole]:
    """Returns the messages of each complete item that was not removed."""
    known = {message["id"]: metadata_of(message) for message in messages}
    found: dict[str, Whole] = {}
    for message in messages:
        metadata = known[message["id"]]
        if metadata.get(TAKEN_BACK) or str(metadata.get("batch_end", message["id"])) not in known:
            continue
        if "part_of" not in metadata:
            found[message["id"]] = [message]
        elif (first := str(metadata["part_of"])) in found:
            found[first].append(message)
    return list(found.values())


def item_of(whole: Whole) -> dict[str, Any]:
    """Returns the item of messages. A message from elsewhere becomes an item with its text."""
    first, metadata = whole[0], metadata_of(whole[0])
    item = metadata.get("item")
    if metadata.get("parts") == len(whole):
        try:
            item = loaded("".join(metadata_of(message)["json"] for message in whole))
        except (ValueError, TypeError, KeyError, RecursionError):
            # The message is from elsewhere.
            item = None
    if isinstance(item, dict):
        return item
    role = first.get("role", "user")
    role = role if role in ("user", "assistant", "system", "developer") else "user"
    contents = [message.get("content", "") for message in whole]
    return {"role": role, "content": "".join(each if isinstance(each, str) else str(each) for each in contents)}


def metadata_of(message: types.Message) -> dict[str, Any]:
    """Returns the metadata of a message."""
    metadata = message.get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def role_of(item: dict[str, Any]) -> str:
    """Returns the role of an item."""
    role = STRANGE.sub("\ufffd", str(item.get("role") or ""))
    if role.strip() and len(role.encode()) <= ROLE:
        return role
    return ROLES.get(str(item.get("type")), "assistant")


def words(item: dict[str, Any]) -> str:
    """Returns the text of an item for people and for memory."""
    content = item.get("content", item.get("output", item.get("summary")))
    if isinstance(content, list):
        texts = [part.get("text") or part.get("refusal") or "" for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str) and text)
    if isinstance(content, str) and content.strip():
        return content
    if item.get("name"):
        return f"{item['name']}({item.get('arguments') or ''})"
    return f"({item.get('type') or 'nothing'})"
