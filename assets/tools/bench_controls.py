"""Part 7 of assets/tools/bench: the cost of moving controls, and their response time to input."""

import contextlib
import math
import random
import statistics
import time
from typing import NamedTuple

from bench_processes import fail, processor_time, running, sleep_until, wakeups, xvfb
from bench_x11 import Hand, Proxy, Shown, with_priority

CONTROLS = ("animations", "ring", "wakeups", "latency")
RATE = 60  # Frames a second.
TOLERANCE = 0.004  # Seconds beyond a frame within which the change caused by a move must be sent to the server.
LIMITS = {"ms": 4, "bytes": 1536, "wake-ups": 2, "latency": 16}
START_LIMIT, SETTLE, PAUSE, REST, STEP = 30, 2, 0.5, 0.1, 0.0003
WAKING, LATENCY_LIMIT = 30, 0.25
# On this grey no ink is clear, so the ring has its keylines. The time is early in a minute, since there is a fade at
# its end.
COMMON = ["--at", "11:28:05", "--hold-action", "none"]
STILL = ["--speed", "0"]
# A fill that rises at least a pixel each frame, can be held for long and has no effect.
FILL = ["--hold-time", "1", "--hold-fraction", "1", "--hold-fires", "release"]
# Each refresh waits for its feed.
FEED = ["--feed", "sleep 60", "--feed-timeout", "60s", "--refresh-every", "10m"]
BUTTON = (1 / 2, 0.92)  # The place of the hold button, in shares of the screen.
# The radius at the middle of the stroke, in shares of the shorter side of a 16:9 screen, measured in a picture.
RING = 0.323
BUTTON_STAYS = 4.5  # Seconds after the last move, with a small margin.


class Span(NamedTuple):
    """The measurement of one animation."""

    start: float
    end: float
    moves: list  # The times of the pointer's moves.
    frames: list  # The times of frames until REST after the end.
    client: float  # CPU milliseconds of the client until then.
    server: float

    def inside(self):
        return [frame for frame in self.frames if frame.arrival < self.end]


class Stage:
    """A clock behind the proxy, and a hand connected to the server."""

    def __init__(self, client, hand, proxy, server):
        self.client, self.hand, self.proxy, self.server = client, hand, proxy, server
        self.pids = client.tree()

    def place(self, x, y):
        """Converts shares of the screen to a point."""
        return x * self.hand.width, y * self.hand.height

    def spent(self):
        return [sum(processor_time(pids).values()) for pids in (self.pids, [self.server])]

    def record(self, act):
        """Measures the span of `act`, which may return the times of its moves."""
        before, start = self.spent(), time.time()
        moves = act() or []
        end = time.time()
        time.sleep(REST)
        client, server = (new - old for new, old in zip(self.spent(), before))
        frames = [frame for frame in self.proxy.frames() if frame.arrival >= start]
        self.client.check()
        return Span(start, end, moves, frames, client, server)


@contextlib.contextmanager
def playing(name, command, display):
    """Starts a clock, waits until it has settled, and rests the hand in the corner."""
    with contextlib.closing(Hand(display)) as hand:
        hand.move(0, 0)
        with running(name, command, display) as client:
            yield client, hand
            hand.release()


@contextlib.contextmanager
def stage(name, options, extra, server, proxy):
    proxy.forget()
    with playing(name, [*options.command, *COMMON, *extra], proxy.display) as (client, _), \
            contextlib.closing(Hand(proxy.server)) as hand:
        while not proxy.frames():
            client.check()
            if time.time() - client.started > START_LIMIT:
                fail(f"{name}: the clock showed nothing within {START_LIMIT} s")
            time.sleep(0.05)
        time.sleep(SETTLE)
        yield Stage(client, hand, proxy, server)
        hand.release()


# Gestures. Each acts on a stage and returns the spans to count.


def rest(on, seconds):
    return [on.record(lambda: time.sleep(seconds))]


def hold(on, seconds):
    """Holds the button up to three quarters, again and again."""
    on.hand.move(*on.place(*BUTTON))
    time.sleep(PAUSE)
    spans = []
    for _ in range(math.ceil(seconds / 2)):
        spans.append(on.record(lambda: (on.hand.press(), time.sleep(0.75))[1]))
        on.hand.release()
        time.sleep(3 * PAUSE)
    return spans


def swing(seconds, there, back):
    """Points from there to back and again in 4 s, one for each frame."""
    for index in range(1, round(seconds * RATE) + 1):
        share = abs(index / RATE / 2 % 2 - 1)
        yield tuple(share * one + (1 - share) * other for one, other in zip(there, back))


def follow(hand, points):
    """Moves once a frame. Returns the times."""
    moves, start = [], time.time()
    for index, point in enumerate(points):
        sleep_until(start + index / RATE)
        moves.append(time.time())
        hand.move(*point)
    sleep_until(start + len(moves) / RATE)
    return moves


def drag(on, start, there, back, seconds):
    """Presses the pointer at the start, drags it there and swings it."""
    on.hand.move(*start)
    on.hand.press()
    on.hand.move(*there)
    time.sleep(2 * PAUSE)
    return [on.record(lambda: follow(on.hand, swing(seconds, there, back)))]


def stretch_gum(on, seconds):
    """Pulls between just beyond the slop and just before the threshold, a fifth of the height."""
    start, high, low = (on.place(0.25, 0.1 + y) for y in (0, 0.03, 0.2))
    return drag(on, start, low, high, seconds)


def spin(on, seconds):
    start, low = on.place(0.25, 0.1), on.place(0.25, 0.4)
    drag(on, start, low, low, 0)
    on.hand.release()
    time.sleep(3 * PAUSE)
    return rest(on, seconds)


def leaf(on, seconds):
    start, right, left = (on.place(x, 0.4) for x in (0.8, 0.78, 0.2))
    return drag(on, start, right, left, seconds)


def settle(on, seconds):
    """Releases the cards nearly half a page off. After 0.2 s they move by less than a pixel a frame."""
    spans = []
    for _ in range(math.ceil(seconds / 2)):
        drag(on, on.place(0.7, 0.4), on.place(0.5, 0.4), on.place(0.5, 0.4), 0)
        spans.append(on.record(lambda: (on.hand.release(), time.sleep(0.2))[1]))
        time.sleep(PAUSE)
    return spans


def open_and_close(on, seconds):
    """Opens and closes the gallery by its key; each takes 0.25 s."""
    spans = []
    for _ in range(math.ceil(seconds / 2)):
        spans.append(on.record(lambda: (on.hand.key("g"), time.sleep(0.25))[1]))
        on.hand.key("g", False)
        time.sleep(PAUSE)
    return spans


# Animations


def tip_speed(hand, seconds):
    """The speed of a ring's tip in pixels a second."""
    return 2 * math.pi * RING * min(hand.width, hand.height) / seconds


def dropped_in(span, rate):
    """With moves: the moves without a frame of their own in time. Otherwise: the frames missing in gaps."""
    arrivals = [frame.arrival for frame in span.frames]
    if not span.moves:
        return sum(round(gap * rate) - 1 for gap in gaps(span) if gap * rate > 1.5)
    count = 0
    for move in span.moves:
        while arrivals and arrivals[0] < move:
            arrivals.pop(0)
        if arrivals and arrivals[0] <= move + 1 / RATE + TOLERANCE:
            arrivals.pop(0)
        else:
            count += 1
    return count


def gaps(span):
    moments = [span.start, *(frame.arrival for frame in span.inside()), span.end]
    return [later - earlier for earlier, later in zip(moments, moments[1:])]


def shown_rate(spans):
    """Frames a second from the first to the last frame of each span."""
    firsts_and_lasts = [(span.inside()[0].arrival, span.inside()[-1].arrival) for span in spans if span.inside()]
    frames = sum(len(span.inside()) - 1 for span in spans if span.inside())
    return frames / (sum(last - first for first, last in firsts_and_lasts) or math.nan)


def each(spans):
    """All frames except the first of each span, which includes what was sent before the span; a dummy if there are
    none."""
    return [frame for span in spans for frame in span.frames[1:]] or [Shown(0, math.nan, math.nan)]


def animation_row(name, spans, wanted):
    frames = sum(len(span.frames) for span in spans) or math.nan
    client, server = (sum(times) / frames for times in zip(*((span.client, span.server) for span in spans)))
    sizes = [frame.bytes for frame in each(spans)]
    return {
        "animation": name, "s": sum(span.end - span.start for span in spans), "frames/s": shown_rate(spans),
        "wanted/s": wanted, "dropped": sum(dropped_in(span, wanted) for span in spans),
        "longest gap ms": max(gap for span in spans for gap in gaps(span)) * 1e3,
        "client ms": client, "server ms": server, "together ms": client + server,
        "median B": statistics.median(sizes), "mean B": statistics.fmean(sizes),
        "requests": statistics.median(frame.requests for frame in each(spans)),
    }


def animations(options, server, proxy):
    """The table's title, rows and verdicts."""
    rows = []
    for name, extra, act, seconds in (
            ("ring, 60 s", ["--countdown", "60s"], rest, min(options.seconds, 40)),
            ("ring, 30 s", ["--countdown", "30s"], rest, min(options.seconds, 20)),
            ("fill", FILL, hold, options.seconds), ("gum", [], stretch_gum, options.seconds),
            ("spinner", FEED, spin, min(options.seconds, 40)), ("gallery opening", [], open_and_close, options.seconds),
            ("gallery dragged", [], leaf, options.seconds), ("gallery settling", [], settle, options.seconds)):
        with stage(name, options, extra, server, proxy) as on:
            wanted = min(RATE, tip_speed(on.hand, int(name[6:8]))) if name.startswith("ring") else RATE
            rows.append(animation_row(name, act(on, seconds), float(wanted)))
    yield "Animations, a frame", rows, [line for row in rows for line in animation_verdicts(row)]


def animation_verdicts(row):
    name = row["animation"]
    least = 0.99 * row["wanted/s"]
    yield verdict(f"{name}: frames a second", row["frames/s"], least, row["frames/s"] >= least, "at least ")
    yield verdict(f"{name}: frames dropped", row["dropped"], 0, row["dropped"] == 0)
    yield verdict(f"{name}: CPU a frame, ms", row["together ms"], LIMITS["ms"])


def verdict(figure, value, limit, is_reached=None, sense=""):
    is_reached = value <= limit if is_reached is None else is_reached
    texts = [f"{number:.4g}" for number in (limit, value)]
    return f"{figure}: limit {sense}{texts[0]}, {'reached' if is_reached else 'MISSED'}: {texts[1]}"


# The ring at rest


def shift(hand):
    """Shifts the ring's numbers, which start in phase with the ticks, by half a second."""
    for _ in range(2):
        hand.key("c")
        hand.key("c", False)
        time.sleep(0.5)
    time.sleep(BUTTON_STAYS)


def ring(options, server, proxy):
    with stage("ring", options, ["--countdown", "60s"], server, proxy) as on:
        shift(on.hand)
        span, speed = rest(on, min(options.seconds, 30))[0], tip_speed(on.hand, 60)
    seconds, sizes = span.end - span.start, [frame.bytes for frame in each([span])]
    frames = len(span.inside()) / seconds
    row = {
        "ring": "60 s", "frames/s": frames, "tip pixels/s": speed, "ticks and numbers/s": 2,
        "others/s": frames - speed - 2,
        "median B": statistics.median(sizes), "mean B": statistics.fmean(sizes), "max B": max(sizes),
        "over 1.5 KiB": sum(size > LIMITS["bytes"] for size in sizes),
    }
    yield "Ring of 60 s at rest", [row], [
        # An event at either end of the measurement may or may not be included.
        verdict("60 s ring: frames a second that are no movement, tick or number", row["others/s"], 1.5 / seconds),
        *(verdict(f"60 s ring: bytes a frame, {which}", row[f"{which} B"], LIMITS["bytes"])
          for which in ("median", "mean", "max"))]


# Wake-ups


def waking(options, countdown, display):
    """Voluntary context switches a second."""
    with playing("clock", [*options.command, *COMMON, *countdown], display) as (client, hand):
        time.sleep(SETTLE)
        if countdown:
            shift(hand)
        start, before = time.time(), wakeups(client.tree())
        time.sleep(WAKING)
        after, seconds = wakeups(client.tree()), time.time() - start
        client.check()
    return sum(count - before.get(task, 0) for task, count in after.items()) / seconds


def waking_tables(options, server, proxy):
    rows = [{"clock": name, "wake-ups/s": waking(options, countdown, proxy.server)}
            for name, countdown in (("with a ring of 30 minutes", ["--countdown", "30m"]), ("without", []))]
    # Again, an event at either end may or may not be included.
    limit, value = LIMITS["wake-ups"], rows[0]["wake-ups/s"]
    yield f"Wake-ups over {WAKING} s", rows, [
        verdict("30 minutes' ring: wake-ups a second", value, limit, value <= limit + 1.5 / WAKING)]


# Latency


def changing_place(hand, one, two):
    """An area of 8x8 around the lowest pixel in which two pictures of the screen differ."""
    stride = 4 * hand.width
    for y in reversed(range(hand.height)):
        rows = [picture[y * stride : (y + 1) * stride] for picture in (one, two)]
        if rows[0] != rows[1]:
            x = next(x for x in range(hand.width) if rows[0][4 * x : 4 * x + 3] != rows[1][4 * x : 4 * x + 3])
            return min(max(0, x - 4), hand.width - 8), min(max(0, y - 4), hand.height - 8), 8, 8
    fail("latency: nothing on the screen has changed")


def picture(hand):
    return hand.image((0, 0, hand.width, hand.height))


def reaction(hand, act, area):
    """Milliseconds from the input to the first change; infinite if there is none."""
    known, start = hand.image(area), time.time()
    act()
    while time.time() < start + LATENCY_LIMIT:
        if hand.image(area) != known:
            return (time.time() - start) * 1e3
        time.sleep(STEP)
    return math.inf


class Alternation:
    """Two alternating actions of a hand, each of which changes the picture at once."""

    def __init__(self, *acts, prepare=None, between=None, pause=0.15):
        self.acts, self.prepare, self.between, self.pause = acts, prepare, between, pause

    def rest(self, hand):
        """Waits for a time that is out of step with any animation."""
        if self.between:
            self.between(hand)
        time.sleep(self.pause + random.random() / RATE)

    def reactions(self, hand, count):
        if self.prepare:
            self.prepare(hand)
        time.sleep(PAUSE)
        pictures = []
        for act in (*self.acts, *self.acts)[:4]:  # The first actions may differ, for example because a button appears.
            act(hand)
            time.sleep(PAUSE)
            pictures.append(picture(hand))
            self.rest(hand)
        area = changing_place(hand, *pictures[-2:])
        found = []
        for index in range(count):
            found.append(reaction(hand, lambda: self.acts[index % len(self.acts)](hand), area))
            self.rest(hand)
        return found


def dragging(one, two):
    """Drags to and fro after a long press."""

    def to(x, y):
        return lambda hand: hand.move(x * hand.width, y * hand.height)

    def prepare(hand):
        to(0.75, 0.1)(hand)
        hand.press()
        to(*one)(hand)

    return Alternation(to(*one), to(*two), prepare=prepare)


def pausing():
    return Alternation(*[lambda hand: hand.key("c")] * 2, between=lambda hand: hand.key("c", False))


def appearing(hand, count):
    """Makes the hidden hold button appear by a move."""
    middle = round(BUTTON[0] * hand.width) - 4, round(BUTTON[1] * hand.height) - 4, 8, 8
    found = []
    for index in range(count):
        time.sleep(BUTTON_STAYS + random.random() / RATE)
        found.append(reaction(hand, lambda: hand.move(index % 2, 0), middle))
    return found


def latency_row(name, found):
    found = sorted(found)
    return {"event": name, "samples": len(found), "median ms": statistics.median(found),
            "p95 ms": found[math.ceil(0.95 * len(found)) - 1], "max ms": found[-1],
            f"over {LIMITS['latency']} ms": sum(each > LIMITS["latency"] for each in found)}


def latency(options, server, proxy):
    rows = []
    for name, extra, react in (
            ("wall dragged down", [], dragging((0.75, 0.2), (0.75, 0.21)).reactions),
            ("gallery dragged", [], dragging((0.6, 0.1), (0.59, 0.1)).reactions),
            ("ring paused by key", ["--countdown", "30m"], pausing().reactions),
            ("button appears on a move", [], appearing)):
        command = [*options.command, *COMMON, *STILL, *extra]
        with playing(name, command, proxy.server) as (client, hand):
            time.sleep(SETTLE + 1)
            rows.append(latency_row(name, react(hand, options.samples)))
            client.check()
    yield "Latency, from an input event to the first changed pixel", rows, [
        verdict(f"{row['event']}: pixels after the event, ms, {which}", row[f"{which} ms"], LIMITS["latency"])
        for row in rows for which in ("median", "p95", "max")]


# All


def controls(options):
    """The titles, rows and verdicts of the tables asked for."""
    with_priority()
    tables = dict(zip(CONTROLS, (animations, ring, waking_tables, latency)))
    with xvfb(options.size) as (server, display), contextlib.closing(Proxy(display)) as proxy:
        for name in options.controls:
            yield from tables[name](options, server, proxy)
