"""Type-checks and runs the example in the README."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from house import House

PACKAGE = Path(__file__).resolve().parents[1]
README = (PACKAGE / "README.md").read_text("utf-8")


def run(*command: str, **environment: str) -> str:
    """Returns the output of a command."""
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        cwd=PACKAGE,
        env={**os.environ, "PYTHONPATH": str(PACKAGE / "src"), **environment},
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_the_quick_start_works_as_written(house: House, tmp_path: Path) -> None:
    found = re.search(
        r"<!-- A test checks the types of this block and runs it\. -->\n```python\n(.*?)```", README, re.S
    )
    assert found
    block = tmp_path / "quick_start.py"
    block.write_text(found[1])
    run(sys.executable, "-m", "mypy", "--config-file", str(PACKAGE / "pyproject.toml"), str(block))
    printed = run(sys.executable, str(block), LOCI_URL=house.url, LOCI_TOKEN=house.token("py-reader"))
    assert "Design token schema" in printed
    assert "conflict" in printed
    assert "completed" in printed.splitlines()[-1], printed


def test_the_package_is_as_its_tools_want_it() -> None:
    run(sys.executable, "-m", "mypy")
    run(sys.executable, "-m", "ruff", "check", "--no-cache", ".", "../generate")
    run(sys.executable, "-m", "ruff", "format", "--no-cache", "--check", ".", "../generate")
