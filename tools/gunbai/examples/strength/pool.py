"""Forked workers that judge one mutant after another, each with a limit on its time."""

from __future__ import annotations

import contextlib
import contextvars
import gc
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import FrameType
from typing import TypeVar

__all__ = ["TimeUp", "limited", "spread"]

T = TypeVar("T")

STUCK = 60.0
"""Seconds after which a worker that does not even answer its own limit is ended."""


class TimeUp(BaseException):
    """The limit of one mutant has passed. No ``except Exception`` of an engine catches it."""


def limited(seconds: float, work: Callable[[], T]) -> T:
    """Run ``work`` in a fresh context; TimeUp after so many seconds of processor time (a busy machine costs nothing).

    Only in a main thread, and where the system has such timers; elsewhere there is no limit.
    """
    armed = True

    def ring(number: int, frame: FrameType | None) -> None:
        if armed:
            raise TimeUp

    before = signal.signal(signal.SIGPROF, ring)
    try:
        signal.setitimer(signal.ITIMER_PROF, seconds, 0.2)  # again, should the first be lost in a callback
        return contextvars.copy_context().run(work)
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def spread(count: int, work: Callable[[int], T], jobs: int) -> Iterator[tuple[int, T | None]]:
    """``work(0)`` … ``work(count - 1)`` in ``jobs`` forked workers, in the order in which they are done.

    None stands for a task whose worker died or got stuck. Where the system cannot fork, all is done in this process.
    """
    if "fork" not in multiprocessing.get_all_start_methods():
        for index in range(count):
            yield index, work(index)
        return
    waiting = iter(range(count))
    busy: dict[Connection, _Worker] = {}
    gc.collect()
    gc.freeze()  # what the workers share stays shared
    try:
        for _ in range(min(jobs, count)):
            worker = _Worker(work)
            busy[worker.pipe] = worker
            worker.give(next(waiting))
        while busy:
            ready = wait(list(busy), timeout=1.0)
            late = [p for p, w in busy.items() if p not in ready and time.monotonic() - w.since > STUCK]
            for pipe in (*ready, *late):
                worker = busy.pop(pipe)  # type: ignore[call-overload]
                done, result = worker.task, None
                try:
                    result = worker.pipe.recv() if pipe not in late else worker.end()
                except EOFError:
                    worker.end()
                following = next(waiting, None)
                if following is None:
                    worker.end()
                else:
                    if worker.ended:
                        worker = _Worker(work)
                    busy[worker.pipe] = worker
                    worker.give(following)
                yield done, result
    finally:
        for worker in busy.values():
            worker.end()
        gc.unfreeze()


class _Worker:
    """One forked process and the pipe to it."""

    def __init__(self, work: Callable[[int], object]) -> None:
        self.pipe, theirs = multiprocessing.Pipe()
        self.process: BaseProcess = multiprocessing.get_context("fork").Process(
            target=_serve, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()
        self.task, self.since, self.ended = -1, 0.0, False

    def give(self, task: int) -> None:
        self.task, self.since = task, time.monotonic()
        with contextlib.suppress(BrokenPipeError):  # it died: the next read says so
            self.pipe.send(task)

    def end(self) -> None:
        if not self.ended:
            self.ended = True
            self.process.kill()
            self.process.join()
            self.pipe.close()


def _serve(pipe: Connection, work: Callable[[int], object]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        pipe.send(work(task))
