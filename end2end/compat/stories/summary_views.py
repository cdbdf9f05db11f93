"""Summary views: what is known, by group, written in the background."""

import check
from agent_memory_client import CreateSummaryViewRequest, MemoryNotFoundError, MemoryServerError
from agent_memory_client.models import ClientMemoryRecord, MemoryTypeEnum


async def _filled(client, namespace: str):
    await client.create_long_term_memory(
        [
            ClientMemoryRecord(text=text, user_id=user, namespace=namespace, memory_type=MemoryTypeEnum.SEMANTIC)
            for user, text in [
                ("ann", "Ann decided to move to Lisbon in March 2027."),
                ("ann", "Ann found a flat with two rooms near the river."),
                ("bob", "Bob learns to sail on the lake every Saturday."),
            ]
        ]
    )


async def a_view_is_kept(house):
    async with house.client() as client:
        request = CreateSummaryViewRequest(
            name="By user",
            source="long_term",
            group_by=["user_id"],
            filters={"namespace": "views-kept"},
            time_window_days=30,
            continuous=False,
            prompt="Summarise: {memories_joined}",
            model_name="gpt-4o-mini",
        )
        made = await client.create_summary_view(request)
        assert made.id
        for field, value in request.model_dump(exclude_none=True).items():
            assert getattr(made, field) == value, field
        assert await client.get_summary_view(made.id) == made
        assert made in await client.list_summary_views()
        assert (await client.delete_summary_view(made.id)).status == "ok"
        assert await client.get_summary_view(made.id) is None
        assert made.id not in [view.id for view in await client.list_summary_views()]
        with check.raises(MemoryNotFoundError):
            await client.delete_summary_view(made.id)


async def one_group_is_summarised(house):
    async with house.client() as client:
        await _filled(client, "views-one")
        view = await client.create_summary_view(
            CreateSummaryViewRequest(source="long_term", group_by=["user_id"], filters={"namespace": "views-one"})
        )
        result = await client.run_summary_view_partition(view.id, {"user_id": "ann"})
        assert (result.view_id, result.group, result.memory_count) == (view.id, {"user_id": "ann"}, 2)
        assert "Lisbon" in result.summary
        assert result.computed_at
        listed = await client.list_summary_view_partitions(view.id)
        assert listed == [result]
        empty = await client.run_summary_view_partition(view.id, {"user_id": "nobody"})
        assert empty.memory_count == 0
        with check.raises(MemoryServerError):
            await client.run_summary_view_partition(view.id, {"session_id": "s"})
        with check.raises(MemoryNotFoundError):
            await client.run_summary_view_partition("none", {"user_id": "ann"})


async def a_whole_view_is_a_task(house):
    async with house.client() as client:
        await _filled(client, "views-all")
        view = await client.create_summary_view(
            CreateSummaryViewRequest(
                source="long_term", group_by=["user_id", "namespace"], filters={"namespace": "views-all"}
            )
        )
        task = await client.run_summary_view(view.id)
        assert (task.view_id, task.status in ("pending", "running", "success")) == (view.id, True)

        async def done():
            now = await client.get_task(task.id)
            return now if now.status in ("success", "failed") else None

        ended = await check.until(done)
        assert ended.status == "success", ended
        assert ended.created_at and ended.started_at and ended.completed_at
        assert ended.error_message is None
        listed = await client.list_summary_view_partitions(view.id)
        assert sorted((p.group["user_id"], p.memory_count) for p in listed) == [("ann", 2), ("bob", 1)]
        assert all(p.group["namespace"] == "views-all" for p in listed)
        only = await client.list_summary_view_partitions(view.id, user_id="bob", namespace="views-all")
        assert [p.group["user_id"] for p in only] == ["bob"]
        assert await client.list_summary_view_partitions(view.id, session_id="s", memory_type="semantic") == []
        again = await client.run_summary_view(view.id, force=True)
        assert again.id != task.id
        assert await client.get_task("no-such-task") is None


async def a_continuous_view_follows(house):
    async with house.client() as client:
        await _filled(client, "views-follow")
        view = await client.create_summary_view(
            CreateSummaryViewRequest(
                source="long_term", group_by=["user_id"], filters={"namespace": "views-follow"}, continuous=True
            )
        )

        # Each group is computed by itself, so the list grows.
        async def computed():
            listed = await client.list_summary_view_partitions(view.id)
            return listed if len(listed) > 1 else None

        listed = await check.until(computed)
        assert {p.group["user_id"] for p in listed} == {"ann", "bob"}


async def views_that_make_no_sense_are_refused(house):
    async with house.client() as client:
        for request in (
            CreateSummaryViewRequest(source="long_term", group_by=["colour"]),
            CreateSummaryViewRequest(source="nowhere", group_by=["user_id"]),
            CreateSummaryViewRequest(source="long_term", group_by=["user_id"], filters={"colour": "red"}),
        ):
            with check.raises(MemoryServerError):
                await client.create_summary_view(request)
