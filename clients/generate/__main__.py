"""Writes the generated files of the clients: `python3 clients/generate DOCUMENT`.

DOCUMENT is the OpenAPI document of a server of this version, a file or an address, such as
`http://127.0.0.1:7077/api/openapi.json`.

With `--check` it writes nothing, and fails where a file is not what it would write.
"""

from __future__ import annotations

import json
import sys
import urllib.request
from pathlib import Path

import document
import python
import typescript

CLIENTS = Path(__file__).resolve().parent.parent


def main(arguments: list[str]) -> int:
    """Does it; answers the exit code."""
    check = "--check" in arguments
    sources = [each for each in arguments if each != "--check"]
    if len(sources) != 1:
        print(__doc__)
        return 2
    raw = json.loads(load(sources[0]))
    read = document.read(raw)
    wanted: dict[Path, str] = {}
    for folder, files in (
        (CLIENTS / "python/src/loci", python.files(read)),
        (CLIENTS / "typescript/src", typescript.files(read)),
    ):
        wanted |= {folder / name: text for name, text in files.items()}
    there = {path for folder in {path.parent for path in wanted} for path in folder.glob("*") if generated(path)}
    odd = sorted(path for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text)
    odd += sorted(there - wanted.keys())
    for path in odd:
        print(f"{'is not current' if check else 'written'}: {path.relative_to(CLIENTS)}")
        if check:
            continue
        if path in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[path], "utf-8")
        else:
            path.unlink()
    return 1 if check and odd else 0


def load(source: str) -> str:
    """The text of a file, or of what is at an address."""
    if source.startswith(("http://", "https://")):
        with urllib.request.urlopen(source, timeout=60) as answer:
            text: str = answer.read().decode()
            return text
    return Path(source).read_text("utf-8")


def generated(path: Path) -> bool:
    """Whether a file says that it is written from the document."""
    return path.is_file() and "Written by `clients/generate`" in path.read_text("utf-8")[:300]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
