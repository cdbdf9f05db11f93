"""Drives the real server with the field's unmodified client, as its users do.

Runs every story, prints a line for each, and a last one with the numbers. Fails also when a public
method of the client was called by no story.
"""

import asyncio
import importlib
import inspect
import pkgutil
import sys
import traceback
import warnings

import house
import stories

# Stories use deprecated methods on purpose: they have to work.
warnings.simplefilter("ignore", DeprecationWarning)


def found():
    """Every story: an async function of a module in `stories` whose first argument is the house."""
    for module in sorted(module.name for module in pkgutil.iter_modules(stories.__path__)):
        loaded = importlib.import_module(f"stories.{module}")
        for name, story in inspect.getmembers(loaded, inspect.iscoroutinefunction):
            if story.__module__ == loaded.__name__ and not name.startswith("_"):
                yield f"{module}::{name}", story


async def tell(name: str, story, server: house.House) -> bool:
    """Runs one story; says whether it went well."""
    try:
        await asyncio.wait_for(story(server), house.PATIENCE * 2)
    except Exception:
        print(f"test {name} ... FAILED")
        traceback.print_exc(file=sys.stdout)
        return False
    print(f"test {name} ... ok")
    return True


def uncalled() -> bool:
    """Says which public methods no story called."""
    missed = sorted(house.public_methods() - house.called)
    print(f"test every_public_method_is_called ... {'FAILED' if missed else 'ok'}")
    for name in missed:
        print(f"  {name}")
    return bool(missed)


def main() -> int:
    wanted = sys.argv[1:]
    house.watch()
    server = house.House()
    passed = failed = 0
    try:
        for name, story in found():
            if wanted and not any(part in name for part in wanted):
                continue
            if asyncio.run(tell(name, story, server)):
                passed += 1
            else:
                failed += 1
    finally:
        server.stop()
    if not wanted:
        if uncalled():
            failed += 1
        else:
            passed += 1
    outcome = "FAILED" if failed else "ok"
    print(f"\ntest result: {outcome}. {passed} passed; {failed} failed; 0 ignored")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
