"""The documents of both APIs, held against the field's checkers, and clients generated from them.

Starts the real binary, reads its documents, prints a line for each check and a last one with the numbers.
Arguments are parts of the names of the checks to run; without any, all run.
"""

import os
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = HERE.parent / "node_modules"
PATIENCE = 300


def run(*command: str, **more) -> None:
    """Runs a command; what it prints is shown only when it fails."""
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, **more
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}"


def npx(*command: str, cwd: Path = HERE, **more) -> None:
    """Runs a program of npm's packages beside this file."""
    run(str(PACKAGES / ".bin" / command[0]), *command[1:], cwd=cwd, **more)


def check_spectral(folder: Path) -> None:
    for name in ("api.json", "wire.json"):
        npx("spectral", "lint", "--fail-severity=warn", "--ruleset", str(HERE / ".spectral.yaml"), str(folder / name))


def check_redocly(folder: Path) -> None:
    for name in ("api.json", "wire.json"):
        npx("redocly", "lint", "--extends=recommended", "--max-problems=1000", str(folder / name))
        # Warnings count too, and do not make it fail.
        report = subprocess.run(
            [str(PACKAGES / ".bin/redocly"), "lint", "--format=json", str(folder / name)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            timeout=PATIENCE,
            cwd=HERE,
        ).stdout
        assert '"problems": []' in report, report[:4000]


def check_typescript(folder: Path) -> None:
    npx(
        *("openapi-typescript", str(folder / "api.json"), "--output", str(folder / "types.d.ts")),
        # What has a default may be left out of a request.
        "--default-non-nullable=false",
    )
    (folder / "first_calls.ts").write_text((HERE / "first_calls.ts").read_text())
    (folder / "package.json").write_text('{"type": "module"}')
    npx(
        "tsc",
        *("--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"),
        *("--lib", "es2022,dom", "--types", "node", "--typeRoots", str(PACKAGES / "@types")),
        "first_calls.ts",
        cwd=folder,
    )
    run("node", "first_calls.js", cwd=folder)


def check_python(folder: Path) -> None:
    generator = Path(sys.executable).parent / "openapi-python-client"
    config = folder / "generator.yaml"
    config.write_text("package_name_override: loci_client\npost_hooks: []\n")
    run(
        *(str(generator), "generate", "--fail-on-warning", "--meta", "none", "--config", str(config)),
        *("--path", str(folder / "api.json"), "--output-path", str(folder / "loci_client")),
        cwd=folder,
    )
    run(sys.executable, str(HERE / "first_calls.py"), env={**os.environ, "PYTHONPATH": str(folder)})


def main() -> int:
    failed = passed = 0
    wanted = sys.argv[1:]
    checks = [
        check
        for name, check in globals().items()
        if name.startswith("check_") and (not wanted or any(part in name for part in wanted))
    ]
    with tempfile.TemporaryDirectory(prefix="loci-document-") as name:
        folder = Path(name)
        loci, data = os.environ["LOCI_BIN"], str(folder / "data")
        environment = {name: value for name, value in os.environ.items() if not name.startswith("LOCI_")}
        server = subprocess.Popen(
            [loci, "serve", "--addr", "127.0.0.1:0", "--trace", "warn", "--data", data],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        try:
            base = server.stdout.readline().removeprefix("listening on ").strip()
            token = subprocess.run(
                [loci, "token", "create", "--agent", "generated", "--role", "orchestrator", "--data", data],
                stdout=subprocess.PIPE,
                text=True,
                check=True,
                env=environment,
            ).stdout.strip()
            os.environ.update(LOCI_BASE=base, LOCI_TOKEN=token)
            for name, path in (("api.json", "/api/openapi.json"), ("wire.json", "/openapi.json")):
                (folder / name).write_bytes(urllib.request.urlopen(base + path, timeout=30).read())
            for check in checks:
                try:
                    check(folder)
                    passed += 1
                    print(f"test {check.__name__} ... ok", flush=True)
                except Exception as error:
                    failed += 1
                    print(f"test {check.__name__} ... FAILED\n{error}", flush=True)
        finally:
            server.terminate()
            server.wait(30)
            server.stdout.close()
    print(f"test result: {'FAILED' if failed else 'ok'}. {passed} passed; {failed} failed")
    return 1 if failed else 0


sys.exit(main())
