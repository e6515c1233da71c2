"""The background jobs of a running application."""

import asyncio

import pytest

from tests.factories.classroom import PreparedClassroom


@pytest.mark.sqlite_file
def test_the_jobs_of_a_class_computer_run_while_the_server_does(classroom: PreparedClassroom) -> None:
    async def names() -> set[str]:
        return {task.get_name() for task in asyncio.all_tasks()}

    expected = {"health check", "database check", "daily backup", "image retention", "unreferenced images"}
    assert expected <= classroom.test_app.portal.call(names)
    assert classroom.test_app.services.jobs.failures == 0
