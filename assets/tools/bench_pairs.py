"""Part 4 of assets/tools/bench: the clock and xclock at the same time, and the sizes of both."""

import contextlib
import math
import shutil
import statistics
import struct
import time
from pathlib import Path

from bench_counts import Figure
from bench_processes import memory, processor_time, running, sleep_until, xvfb

# Limits as shares of xclock's figures.
CPU_LIMIT, PSS_LIMIT = 1, 1


def pair(commands, order, options):
    """Runs two clients side by side and returns their row. `order` is the order in which they end."""
    with contextlib.ExitStack() as stack:
        ends, clients, times = {}, {}, {}
        for name, command in commands.items():
            ends[name] = stack.enter_context(contextlib.ExitStack())
            _, display = ends[name].enter_context(xvfb(options.size))
            clients[name] = ends[name].enter_context(running(name, command, display))
        time.sleep(options.settle)
        sleep_until(math.floor(time.time()) + 1.5)
        for moment in ("start", "end"):
            for name, client in clients.items():
                client.check()
                times[name, moment] = time.time(), sum(processor_time(client.tree()).values())
            sleep_until(times[name, "start"][0] + options.seconds)
        row = {}
        for name in commands:
            (start, before), (end, after) = times[name, "start"], times[name, "end"]
            row[f"{name} CPU ms/s"] = (after - before) / (end - start)
        row["ratio"] = row["clock CPU ms/s"] / row["xclock CPU ms/s"]
        gone, stays = order
        ends[
            gone
        ].close()  # Shared libraries count half for each process that maps them, so the other one must have ended.
        kib = memory(clients[stays].tree())
        memories = {stays: (kib["Rss"], kib["Pss"])}
        for name in commands:
            rss, pss = memories.get(name, ("-", "-"))
            row |= {f"{name} RSS KiB": rss, f"{name} PSS KiB": pss}
        return row


def pairs(wanted, options):
    """The rows of the pairs. The order of the ends alternates, so that two pairs give the memory of both clients."""
    both = {name: wanted[name] for name in ("clock", "xclock")}
    orders = [("xclock", "clock"), ("clock", "xclock")]
    return [{"pair": str(number + 1), **pair(both, orders[number % 2], options)} for number in range(options.pairs)]


def pair_figures(rows):
    """The figures of the pairs with their limits."""
    yield Figure("CPU, of xclock's (median)", statistics.median(row["ratio"] for row in rows), CPU_LIMIT, False)
    sizes = {name: [row[name] for row in rows if row[name] != "-"] for name in rows[0] if name.endswith("SS KiB")}
    if all(sizes.values()):
        middle = {name: statistics.median(kib) for name, kib in sizes.items()}
        for kind, limit in (("PSS", PSS_LIMIT), ("RSS", math.inf)):
            ratio = middle[f"clock {kind} KiB"] / middle[f"xclock {kind} KiB"]
            yield Figure(f"{kind}, of xclock's (median)", ratio, limit, False)


def binary_size(program):
    """The size of the file and of its loaded segments (ELF header), in bytes."""
    data = Path(shutil.which(program)).read_bytes()
    if data[:5] != b"\x7fELF\x02":
        return len(data), math.nan
    table, size, count = *struct.unpack_from("<Q", data, 32), *struct.unpack_from("<HH", data, 54)
    segments = (struct.unpack_from("<IIQQQQ", data, table + size * index) for index in range(count))
    return len(data), sum(segment[5] for segment in segments if segment[0] == 1)  # 1 is PT_LOAD.
