"""Races of purchases with each other and with the teacher, over connections to one or two servers."""

import random
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from itertools import cycle
from typing import Any, Self

from server.database.base import new_id
from tests.factories.concurrency import run_concurrently
from tests.factories.http_client import HttpClient
from tests.factories.seeded import SeededClass

STOCK = 1000
ROUNDS = 10
MANY_ROUNDS = 200
"""A quarter of an hour on two busy cores."""
MANY_PURCHASES = {"GOALBUCKS_PURCHASE_LIMIT": "1000000"}
"""Environment of the servers: one student buys hundreds of times."""
BUSY = 503
Answer = tuple[int, Any]


class StoreRaces:
    """A class whose students have enough goalbucks, each signed in at one of the servers, the first one at each."""

    def __init__(self, seeded: SeededClass, ports: Sequence[int]) -> None:
        self._connections = ExitStack()
        self._class_id = seeded.id
        self._teacher = self._connect(ports[-1], seeded.teacher_token)
        places = cycle(ports)
        self._children = [self._connect(next(places), student.token) for student in seeded.students]
        token = seeded.students[0].token
        self._devices = [self._connect(port, token) for port in (ports[0], ports[-1])]
        award = {"classroomId": seeded.id, "studentIds": [each.id for each in seeded.students], "amount": 1_000_000}
        self._done(201, self._teacher.request("POST", "/api/goalbucks/award", {**award, "reason": "Tidy desk"}))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._connections.close()

    def buy_the_last_allowed_one_from_two_devices(self) -> None:
        """One of two purchases succeeds if each student can get the item once."""
        item = self._add_item(perStudent=1)
        answers = run_concurrently(*(partial(_buy, device, item) for device in self._devices))
        assert sorted(answers) == [(201, ""), (409, "item_limit_reached")]
        assert self._sold(item) == 1

    def close_the_store_while_everybody_buys(self) -> int:
        """After the store is closed nothing more is sold; returns the number of purchases before."""
        self._set_open(is_open=True)
        item = self._add_item()
        buying = [partial(_buy, child, item) for child in self._children]
        *answers, sold = run_concurrently(*buying, lambda: self._close_and_count(item))
        outcomes = Counter(answers)
        assert outcomes.keys() <= {(201, ""), (409, "store_closed")}
        assert outcomes[201, ""] == sold == self._sold(item)
        return int(sold)

    def lower_the_limit_while_a_student_buys(self) -> int:
        """After the limit is lowered the student gets no more; returns the number of purchases before."""
        item = self._add_item(perStudent=3)
        assert [_buy(self._devices[0], item) for _ in range(2)] == [(201, "")] * 2
        *answers, sold = run_concurrently(
            *(partial(_buy, device, item) for device in self._devices), lambda: self._lower_limit(item)
        )
        outcomes = Counter(answers)
        assert outcomes.keys() <= {(201, ""), (409, "item_limit_reached")}
        assert 2 + outcomes[201, ""] == sold == self._sold(item)
        assert sold <= 3
        return int(sold)

    def _close_and_count(self, item: str) -> int:
        time.sleep(random.uniform(0, 0.05))
        self._set_open(is_open=False)
        return self._sold(item)

    def _lower_limit(self, item: str) -> int:
        time.sleep(random.uniform(0, 0.01))
        body = {"name": "Pencil", "goalbucksCost": 1, "stock": STOCK, "stockShown": STOCK, "perStudent": 2}
        edited = self._done(200, self._teacher.request("PUT", f"/api/store/{item}", body))
        return STOCK - int(edited["stock"])

    def _connect(self, port: int, token: str) -> HttpClient:
        client = self._connections.enter_context(HttpClient(port, token))
        client.get("/api/auth/session")  # the connection is open, so that the calls overlap
        return client

    def _add_item(self, **limit: object) -> str:
        body = {"classroomId": self._class_id, "name": "Pencil", "goalbucksCost": 1, "stock": STOCK, **limit}
        return str(self._done(201, self._teacher.request("POST", "/api/store", body))["id"])

    def _set_open(self, *, is_open: bool) -> None:
        path = f"/api/classrooms/{self._class_id}/store"
        assert self._done(200, self._teacher.request("PUT", path, {"open": is_open}))["storeOpen"] == is_open

    def _sold(self, item: str) -> int:
        items = self._teacher.get(f"/api/store/classroom/{self._class_id}")
        return next(STOCK - int(each["stock"]) for each in items if each["id"] == item)

    @staticmethod
    def _done(status: int, answer: Answer) -> Any:
        assert answer[0] == status, answer
        return answer[1]


def _buy(device: HttpClient, item: str) -> tuple[int, str]:
    """Buy the item; return the status and the error code.

    Repeated as by a browser if the database was too busy to answer in time.
    """
    key = new_id()
    while True:
        status, body = device.request("POST", "/api/purchases", {"itemId": item}, Idempotency_Key=key)
        if status != BUSY:
            return status, body.get("code", "")


RACES = (
    StoreRaces.buy_the_last_allowed_one_from_two_devices,
    StoreRaces.close_the_store_while_everybody_buys,
    StoreRaces.lower_the_limit_while_a_student_buys,
)
"""Each asserts who bought what; the rows of all of them are verified afterwards."""
