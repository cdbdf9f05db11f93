"""Who may: the server's own tokens, in the headers of the client."""

import check
from agent_memory_client import MemoryAPIClient, MemoryClientConfig, MemoryNotFoundError, MemoryServerError
from agent_memory_client.models import MemoryMessage, WorkingMemory


async def nobody_gets_in_without_a_token(house):
    async with MemoryAPIClient(MemoryClientConfig(base_url=house.base)) as client:
        assert (await client.health_check()).now > 0, "whether the server lives is nobody's secret"
        with check.raises(MemoryServerError, "token"):
            await client.list_sessions()
    async with house.client(token="wrong") as client:
        try:
            await client.list_sessions()
        except MemoryServerError as error:
            assert error.status_code == 401
        else:
            raise AssertionError("a wrong token was let in")


async def another_agent_does_not_see_a_session(house):
    async with house.client() as client:
        memory = WorkingMemory(session_id="private", namespace="access", messages=[MemoryMessage(role="user", content="Psst")])
        await client.put_working_memory("private", memory)
    async with house.client(token=house.new_token("stranger", "worker")) as stranger:
        with check.raises(MemoryNotFoundError):
            await stranger.get_working_memory("private", namespace="access")
        assert (await stranger.list_sessions(namespace="access")).total == 0
    async with house.client(token=house.new_token("lead", "orchestrator")) as lead:
        got = await lead.get_working_memory("private", namespace="access")
        assert [m.content for m in got.messages] == ["Psst"]


async def closing_ends_the_connection(house):
    client = house.client()
    await client.health_check()
    await client.close()
    assert client._client.is_closed
