"""What calls fail with, and what clients tell of themselves."""

from __future__ import annotations

import pickle

import pytest
from house import House

from loci import (
    ConflictError,
    ForbiddenError,
    InvalidError,
    Loci,
    NotFoundError,
    ProblemError,
    TooLargeError,
    UnauthenticatedError,
)


def test_each_refusal_has_its_class_and_its_particulars(house: House, loci: Loci) -> None:
    workflow = loci.workflow.create(name="Errors", goal="Be told")["workflow"]
    with pytest.raises(InvalidError) as invalid:
        loci.task.add(workflow=workflow, title="x", priority=77)
    assert invalid.value.status == 400
    assert invalid.value.detail and str(invalid.value) == invalid.value.detail
    with pytest.raises(InvalidError) as typed:
        loci.task.add(workflow=workflow, title=7, paths=7)  # type: ignore[arg-type]
    assert {fault["pointer"] for fault in typed.value.fields} >= {"/paths"}
    with pytest.raises(NotFoundError):
        loci.task.get(workflow=workflow, task="T9")
    version = loci.task.add(workflow=workflow, title="First")["version"]
    loci.task.edit(workflow=workflow, task="T1", title="Second")
    with pytest.raises(ConflictError) as stale:
        loci.task.edit(workflow=workflow, task="T1", title="Third", if_version=version)
    assert stale.value.current == (version or 0) + 1
    assert stale.value.changes
    with house.client("py-watch", "observer") as watcher, pytest.raises(ForbiddenError) as forbidden:
        watcher.task.add(workflow=workflow, title="x")
    assert forbidden.value.instance
    with pytest.raises(TooLargeError):
        loci.note.write(note="x" * 2_000_000)


@pytest.mark.parametrize("token", [None, "wrong", "loci_" + "0" * 40])
def test_who_has_no_token_is_told(house: House, token: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOCI_TOKEN", raising=False)
    with Loci(house.url, token) as client, pytest.raises(UnauthenticatedError) as told:
        client.workflow.list()
    assert told.value.status == 401


def test_the_environment_says_where_and_who(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCI_URL", house.url + "/")
    monkeypatch.setenv("LOCI_TOKEN", house.token("py-lead"))
    with Loci() as client:
        assert "items" in client.workflow.list()
    monkeypatch.setenv("LOCI_URL", "127.0.0.1:7077")
    with pytest.raises(ValueError, match="no address"):
        Loci()


def test_no_message_has_the_token(house: House) -> None:
    token = house.token("py-lead")
    with Loci(house.url, token) as client:
        assert token not in repr(vars(client))
        with pytest.raises(NotFoundError) as told:
            client.task.get(task="01M89VKSYHAS74EBRBKM6H7NRG.T1")
    assert token not in repr(told.value) + str(told.value.problem)
    for odd in ("a\nb", "ä", "a b"):
        with pytest.raises(ValueError) as refused:
            Loci(house.url, odd)
        assert odd not in str(refused.value)


def test_errors_can_be_handed_to_other_processes(loci: Loci) -> None:
    with pytest.raises(ProblemError) as told:
        loci.task.get(task="T1", workflow="01M89VKSYHAS74EBRBKM6H7NRG")
    again = pickle.loads(pickle.dumps(told.value))
    assert type(again) is type(told.value) and again.problem == told.value.problem


def test_a_code_that_is_new_is_still_a_problem() -> None:
    from loci._errors import UnexpectedAnswerError, error_of

    error = error_of(418, b'{"code":"teapot","detail":"Tea"}')
    assert type(error) is ProblemError and error.status == 418 and error.fields == []
    for body in (b"", b"[]", b'{"code":1}', b"\xff\xfe", b'{"detail":"x"}'):
        assert isinstance(error_of(500, body), UnexpectedAnswerError), body


def test_odd_settings_are_refused(house: House) -> None:
    for more in ({"timeout": 0}, {"retries": -1}):
        with pytest.raises(ValueError):
            Loci(house.url, "x", **more)  # type: ignore[arg-type]
    with house.client() as client:
        patient = client.with_options(timeout=90, retries=0)
        assert "items" in patient.workflow.list()
        patient.close()
        # It was not its connection to close.
        assert "items" in client.workflow.list()
