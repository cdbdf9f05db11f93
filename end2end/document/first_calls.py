"""The first calls of a client that was generated from the document."""

import os

from loci_client import AuthenticatedClient
from loci_client.api.task import task_add, task_list
from loci_client.api.workflow import workflow_create
from loci_client.models import NewTask, TaskAddArguments, TaskListArguments, WorkflowCreateArguments

client = AuthenticatedClient(
    base_url=os.environ["LOCI_BASE"], token=os.environ["LOCI_TOKEN"], raise_on_unexpected_status=True
)
made = workflow_create.sync(
    client=client,
    body=WorkflowCreateArguments(name="Generated", goal="See that it works", tasks=[NewTask(title="First")]),
)
task_add.sync(client=client, body=TaskAddArguments(workflow=made.workflow, title="Second"))
listed = task_list.sync(client=client, body=TaskListArguments(workflow=made.workflow))
titles = [task.title for task in listed.items]
assert titles == ["First", "Second"], titles
