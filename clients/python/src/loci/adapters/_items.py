"""The items of the OpenAI Agents SDK as messages, and back. Calls nobody.

An item that Loci takes as it is stands in its message's metadata as `item`. Any other stands there as text, in `json`,
and a large one goes on in messages behind: the first says how many `parts` there are, the others what they are
`part_of`. They have one time and ids that follow each other, so that no message of others comes between them, and each
is the result of the first, so that Loci folds all of them or none. Messages that need several calls name the last of
them as their `batch_end`: as long as it is not there, the others are not.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any, Final

from .. import types

#: The most messages that one call takes, and the most bytes, below the 1 MiB that Loci takes.
MESSAGES: Final = 1000
BYTES: Final = 768 * 1024
#: The most bytes of an item that is stored as it is, and of a part of another one, so far below the 256 KiB that Loci
#: takes that there is room for what it writes in place of secrets.
PART: Final = 120_000
#: How deep an item is nested that is stored as it is: below the 32 levels of a call, some of which are around it.
DEPTH: Final = 24
#: The longest secret. So far before its end a part ends with a line, also as JSON has it, or else with a blank that is
#: not between a name and its value: in two parts a secret is not found.
SECRET: Final = 4096
END: Final = re.compile(r".*(?:\n|\\n)|.*[^:=] (?=[^:=])", re.DOTALL)
#: The most bytes of a role.
ROLE: Final = 64
#: Says of a message that it was taken back.
TAKEN_BACK: Final = "taken_back"
#: Who says an item that says it by its type alone.
ROLES: Final = {"function_call_output": "tool", "computer_call_output": "tool", "local_shell_call_output": "tool"}

#: Halves of characters, which UTF-8 has not; and with NUL, what no message can have.
HALF: Final = re.compile("[\ud800-\udfff]")
STRANGE: Final = re.compile("[\0\ud800-\udfff]")
#: What stands for such in JSON; and any escape, of which some are halves.
ESCAPED: Final = re.compile(r"\\u(?:0000|d[89a-f][0-9a-f]{2})")
ESCAPE: Final = re.compile(r"\\(?:u(d[89a-f][0-9a-f]{2})|.)")

#: The messages of one item, the first one first.
Whole = list[types.Message]


def dumped(item: Any) -> str:
    """An item as text."""
    return HALF.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(item, ensure_ascii=False))


def loaded(text: str) -> Any:
    """The item that such a text is of. Two halves beside each other stay two, which JSON would make one."""
    if ESCAPED.search(text):
        text = ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[0], text)
    return json.loads(text)


def messages_of(item: dict[str, Any], text: str, id_: str, moment: str) -> list[types.NewMessage]:
    """The messages of an item, whose text is given, too."""
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
    """Whether Loci takes an item, whose text is given, too, and gives it back as it is."""
    return len(text.encode()) <= PART and not ESCAPED.search(text) and is_exact(item, DEPTH)


def is_exact(value: Any, depth: int) -> bool:
    """Whether a value is nested no deeper than that, with numbers that every JSON has."""
    if isinstance(value, dict):
        return depth > 0 and all(is_exact(each, depth - 1) for each in value.values())
    if isinstance(value, (list, tuple)):
        return depth > 0 and all(is_exact(each, depth - 1) for each in value)
    if isinstance(value, float):
        return math.isfinite(value)
    return not isinstance(value, int) or -(2**63) <= value < 2**64


def parts(text: str) -> list[str]:
    """A text in parts that a message has room for."""
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
    """Messages as calls take them."""
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
    """What a message becomes that was taken back."""
    return {
        "role": message["role"],
        "content": "(taken back)",
        "id": message["id"],
        "created_at": message["created_at"],
        "metadata": {TAKEN_BACK: True},
    }


def wholes(messages: Iterable[types.Message]) -> list[Whole]:
    """The messages of each item among these that is there and was not taken back."""
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
    """The item of messages; of one that others wrote, its words."""
    first, metadata = whole[0], metadata_of(whole[0])
    item = metadata.get("item")
    if metadata.get("parts") == len(whole):
        try:
            item = loaded("".join(metadata_of(message)["json"] for message in whole))
        except (ValueError, TypeError, KeyError, RecursionError):
            # Others wrote it.
            item = None
    if isinstance(item, dict):
        return item
    role = first.get("role", "user")
    role = role if role in ("user", "assistant", "system", "developer") else "user"
    contents = [message.get("content", "") for message in whole]
    return {"role": role, "content": "".join(each if isinstance(each, str) else str(each) for each in contents)}


def metadata_of(message: types.Message) -> dict[str, Any]:
    """What is kept with a message."""
    metadata = message.get("metadata")
    return metadata if isinstance(metadata, dict) else {}


def role_of(item: dict[str, Any]) -> str:
    """Who says an item."""
    role = STRANGE.sub("\ufffd", str(item.get("role") or ""))
    if role.strip() and len(role.encode()) <= ROLE:
        return role
    return ROLES.get(str(item.get("type")), "assistant")


def words(item: dict[str, Any]) -> str:
    """What an item says, for people and for memory."""
    content = item.get("content", item.get("output", item.get("summary")))
    if isinstance(content, list):
        texts = [part.get("text") or part.get("refusal") or "" for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str) and text)
    if isinstance(content, str) and content.strip():
        return content
    if item.get("name"):
        return f"{item['name']}({item.get('arguments') or ''})"
    return f"({item.get('type') or 'nothing'})"
