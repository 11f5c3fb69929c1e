"""One summarizer, many threads and processes: each gives what it gives alone, and nothing grows without end."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

import reprank
from reprank.systems import SYSTEMS

LATIN = "Le pont est fermé depuis mardi. La barge a heurté le pilier central. Un bac partira jeudi de Sorrel."
GERMAN = "Die Brücke ist seit Dienstag gesperrt. Ein Schiff rammte den Pfeiler. Eine Fähre fährt ab Donnerstag."
THREADS = 16
FORKS = 12
MAX_FORK_SECONDS = 60
RESIDENT_PAGES = Path("/proc/self/statm")


def inputs(articles: list[str]) -> list[list[str]]:
    """Different clusters in several languages, so that every cache is filled by several threads at once."""
    single = [[article] for article in articles]
    return [*single, articles, [LATIN], [GERMAN], [LATIN, GERMAN], articles[::-1], [articles[0], LATIN]]


def summary_of(system: reprank.RepRank, cluster: list[str]) -> str:
    summary = system.summarize(cluster, words=40, keywords=5, ranking=True)
    keywords = system.keywords(cluster, top=5) if hasattr(system.method, "keywords") else ()
    return summary.to_json() + repr([keyword.text for keyword in keywords])


@pytest.mark.parametrize("name", ["reprank", "lexrank", "reprank-paper"])
def test_sixteen_threads_share_a_summarizer(name: str, articles: list[str]) -> None:
    system, clusters = SYSTEMS[name](), inputs(articles)
    alone = [summary_of(system, cluster) for cluster in clusters]
    barrier = threading.Barrier(THREADS)

    def work(first: int) -> bool:
        barrier.wait()
        order = [(first + step) % len(clusters) for step in range(len(clusters))]  # another one in each thread
        return all(summary_of(system, clusters[number]) == alone[number] for number in order)

    with ThreadPoolExecutor(THREADS) as pool:
        assert all(pool.map(work, range(THREADS)))


def digest(system: reprank.RepRank, clusters: list[list[str]]) -> str:
    made = "\n".join(summary_of(system, cluster) for cluster in clusters)
    return hashlib.sha256(made.encode()).hexdigest()


def _in_fork(system: reprank.RepRank, clusters: list[list[str]], answers: Connection) -> None:
    answers.send(digest(system, clusters))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems start processes afresh")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
def test_processes_that_are_forked_while_threads_work_share_a_summarizer(articles: list[str]) -> None:
    system, clusters = reprank.RepRank(), inputs(articles)[:4]
    alone, done = digest(system, clusters), threading.Event()

    def keep_working() -> None:
        while not done.is_set():
            summary_of(system, clusters[0])

    workers = [threading.Thread(target=keep_working) for _ in range(4)]
    context = multiprocessing.get_context("fork")
    for worker in workers:
        worker.start()
    try:
        for _ in range(FORKS):
            here, there = context.Pipe(duplex=False)
            process = context.Process(target=_in_fork, args=(system, clusters, there))
            process.start()
            answered = here.poll(MAX_FORK_SECONDS)
            made = here.recv() if answered else "waits for a lock that a thread of its parent held"
            process.kill()
            process.join()
            assert made == alone
    finally:
        done.set()
        for worker in workers:
            worker.join()


def _resident() -> float:
    return int(RESIDENT_PAGES.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _grown(work: Callable[[int], object], first: int, last: int) -> float:
    """Return by how many megabytes the process grows from the first to the last piece of work."""
    for number in range(first):
        work(number)
    before = _resident()
    for number in range(first, last):
        work(number)
    return _resident() - before


@pytest.mark.slow
@pytest.mark.skipif(not RESIDENT_PAGES.exists(), reason="needs /proc")
def test_memory_does_not_grow_with_the_documents_read() -> None:
    def work(number: int) -> object:
        words = " ".join(f"w{number}x{k}" for k in range(20))
        return reprank.summarize(
            f"The river rose by {number} metres. {words.capitalize()}. The bridge was closed.", words=9
        )

    assert _grown(work, 300, 1_500) < 8.0  # kept documents, words or results would take 20 and more


@pytest.mark.slow
@pytest.mark.skipif(not RESIDENT_PAGES.exists(), reason="needs /proc")
def test_memory_does_not_grow_with_words_of_any_length() -> None:
    def work(number: int) -> object:
        return reprank.keywords(f"The key is {number:06}{'x' * 1_000_000} today. The river rose by two metres.")

    assert _grown(work, 5, 40) < 15.0  # 35 words of a megabyte
