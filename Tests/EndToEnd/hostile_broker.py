"""A broker that sends arbitrary data to its first client, and passes later clients on to a good broker."""

import contextlib
import random
import time

from broker_proxy import BrokerProxy

# The zeros are replaced by the companion's number.
TOPIC = "colourclock/w000/command/get"
# MQTT 5, 2.2.2.2.
PROPERTIES = {
    "byte": (1, 23, 25, 36, 37, 40, 41, 42), "two": (19, 33, 34, 35), "four": (2, 17, 24, 39), "variable": (11,),
    "text": (3, 8, 18, 21, 26, 28, 31),
    "binary": (9, 22), "pair": (38,)}
KINDS = {number: kind for kind, numbers in PROPERTIES.items() for number in numbers}
VALUES = {"byte": b"\x01", "two": b"\x00\x01", "four": b"\0\0\0\x01", "variable": b"\x01", "text": b"\x00\x01x",
          "binary": b"\x00\x01\xff",
          "pair": b"\x00\x01a\x00\x01b", None: b"\x00"}


def varint(number):
    """A variable byte integer (MQTT 5, 1.5.5)."""
    out = bytearray()
    while True:
        number, low = divmod(number, 128)
        out.append(low | (128 if number else 0))
        if not number:
            return bytes(out)


def packet(first, body=b""):
    return bytes([first]) + varint(len(body)) + body


def text(value):
    value = value if isinstance(value, bytes) else value.encode()
    return len(value).to_bytes(2, "big") + value


def properties(*numbers):
    body = b"".join(varint(number) + VALUES[KINDS.get(number)] for number in numbers)
    return varint(len(body)) + body


def publish(payload=b"face", topic=TOPIC, first=0x30, number=None, props=b"\0"):
    return packet(first, text(topic) + (number.to_bytes(2, "big") if number is not None else b"") + props + payload)


GOOD = packet(0x20, b"\x00\x00\x00")


def greetings():
    """Data to send instead of a CONNACK."""
    yield "unknown property", bytes.fromhex("2005000002 7f00")
    for number in range(128):
        yield f"CONNACK with property {number}", packet(0x20, b"\0\0" + properties(number))
    for code in (*range(1, 7), *range(0x80, 0xa3), 0xff):
        yield f"CONNACK with reason {code}", packet(0x20, bytes([0, code, 0]))
    yield "CONNACK twice", GOOD + GOOD
    yield "CONNACK, then a refusal", GOOD + packet(0x20, b"\0\x87\0")
    yield "session present", packet(0x20, b"\x01\0\0")
    yield "flags", packet(0x2f, b"\xff\0\0")
    yield "short CONNACK", packet(0x20, b"\0")
    yield "empty CONNACK", packet(0x20)
    yield "CONNACK of 3.1.1", packet(0x20, b"\0\0")
    yield "property length beyond the end", packet(0x20, b"\0\0\x7f\x21")
    yield "a property of half its length", packet(0x20, b"\0\0\x01\x21")
    yield "PUBLISH before CONNACK", publish()
    yield "SUBACK before CONNACK", packet(0x90, b"\0\x01\0\0") + GOOD
    yield "length of five bytes", b"\x20\xff\xff\xff\xff\x7f" + b"\0" * 64
    yield "CONNACK of 256 MB", b"\x20\xff\xff\xff\x7f" + b"\0" * 65536
    yield "nothing, and an end", b""
    yield "half a header", b"\x20"
    yield "HTTP", b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"
    yield "TLS", bytes.fromhex("15030300020228")
    yield "text", b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n"
    for kind in range(16):
        yield f"packet {kind} instead of CONNACK", packet(kind << 4, b"\0\0\0\0")


def later():
    """Data to send after a valid CONNACK."""
    yield "PUBLISH with property 127", publish(props=bytes.fromhex("027f00"))
    for number in range(128):
        yield f"PUBLISH with property {number}", publish(props=properties(number))
    for name, first, start in (("PUBACK", 0x40, b"\0\x01\0"), ("PUBREC", 0x50, b"\0\x01\0"),
                               ("PUBREL", 0x62, b"\0\x01\0"), ("PUBCOMP", 0x70, b"\0\x01\0"),
                               ("SUBACK", 0x90, b"\0\x01"), ("UNSUBACK", 0xb0, b"\0\x01"), ("DISCONNECT", 0xe0, b"\0"),
                               ("AUTH", 0xf0, b"\x18")):
        for number in (0, 11, 31, 38, 127):
            yield f"{name} with property {number}", packet(first, start + properties(number) + b"\0")
        yield f"empty {name}", packet(first)
        yield f"{name} of one byte", packet(first, b"\0")
        yield f"{name} with wrong flags", packet(first ^ 0x0f, start + b"\0\0")
    for number in (0, 1, 2, 77, 65535):
        for first in (0x40, 0x50, 0x62, 0x70):
            yield f"packet {first >> 4} for {number}", packet(first, number.to_bytes(2, "big"))
    yield "all reasons for messages", b"".join(packet(0x40, bytes([0, 9, code, 0])) for code in range(256))
    for code in (0, 4, *range(0x80, 0xa3), 0xff):
        yield f"DISCONNECT with reason {code}", packet(0xe0, bytes([code, 0]))
    for code in (0, 0x18, 0x19, 0x80, 0xff):
        yield f"AUTH with reason {code}", packet(0xf0, bytes([code, 0]))
    for count in (0, 1, 2, 40, 4000):
        for number in range(1, 6):
            yield f"SUBACK {number} with {count} codes", packet(
                0x90, number.to_bytes(2, "big") + b"\0" + b"\x01" * count)
    yield "SUBACK with unknown codes", packet(0x90, b"\0\x01\0\x7e\xff")
    yield "no topic", publish(topic="")
    yield "topic alias without a topic", publish(topic="", props=b"\x03\x23\x00\x01")
    yield "topic alias 0", publish(props=b"\x03\x23\x00\x00")
    yield "topic alias 65535", publish(props=b"\x03\x23\xff\xff")
    yield "topic with wildcards", publish(topic="colourclock/#/+")
    yield "topic that is not UTF-8", publish(topic=b"colourclock/\xff\xfe")
    yield "topic with a zero", publish(topic=b"colourclock/w\0/command/get")
    yield "topic of 65535 bytes", publish(topic=b"a" * 65535)
    yield "topic longer than the packet", packet(0x30, b"\xff\xffabc")
    yield "PUBLISH of nothing", packet(0x30)
    yield "QoS 3", publish(first=0x36, number=1)
    yield "QoS 1 with number 0", publish(first=0x32, number=0)
    yield "QoS 2, never released", b"".join(publish(first=0x34, number=number) for number in range(1, 200))
    yield "QoS 2, the same again", publish(first=0x3c, number=1) * 5 + packet(0x62, b"\0\x01") * 5
    yield "subscription identifier 0", publish(props=b"\x02\x0b\x00")
    yield "the same property twice", publish(props=properties(1, 1))
    yield "a thousand user properties", publish(props=properties(*[38] * 1000))
    yield "response topic with wildcards", publish(props=varint(4) + b"\x08\x00\x01#")
    yield "empty response topic", publish(props=varint(3) + b"\x08\x00\x00")
    yield "response topic that is not UTF-8", publish(props=varint(5) + b"\x08\x00\x02\xff\xfe")
    yield "length of five bytes", b"\x30\xff\xff\xff\xff\x7f" + b"x" * 64
    yield "PUBLISH of 256 MB", b"\x30\xff\xff\xff\x7f" + text(TOPIC) + b"\0" + b"x" * 65536
    yield "a packet of 1 MB", publish(b"x" * (1 << 20))
    yield "a packet of 8 MB", publish(b"x" * (8 << 20))
    yield "CONNACK again", GOOD
    for kind in (0, 1, 8, 10, 12, 15):
        yield f"packet {kind}, of a client", packet(kind << 4, b"\0\x04MQTT\x05\x02\0\x3c\0\0\0")
    yield "PINGRESP unasked", packet(0xd0) * 500
    yield "PINGRESP with a body", packet(0xd0, b"x" * 100)


def random_stream(chance):
    """Random packets: well-formed with wrong content, truncated, or random bytes."""
    pools = [list(greetings.rows), list(later.rows)]
    out = bytearray(b"" if chance.random() < 0.3 else GOOD)
    for _ in range(chance.randrange(1, 8)):
        part = bytearray(chance.choice(chance.choice(pools))[1][:4096])
        if chance.random() < 0.3:
            part = bytearray(packet(chance.randrange(256), chance.randbytes(chance.choice((0, 1, 2, 5, 20, 300)))))
        for _ in range(chance.choice((0, 1, 1, 2, 5))):
            if part:
                part[chance.randrange(len(part))] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
        if chance.random() < 0.2:
            part = part[:chance.randrange(len(part) + 1)]
        out += part
    return bytes(out)


greetings.rows = list(greetings())
later.rows = list(later())


def streams(seed, count):
    chance = random.Random(seed)
    return [random_stream(chance) for _ in range(count)]


class Hostile(BrokerProxy):
    """Sends `data` to its first client: at once, or with `greets` after a CONNACK and the first subscription. Later
    clients are passed on to the good broker at that port."""

    # The seconds for which it still reads afterwards.
    rest = 0.3

    def __init__(self, behind, data, greets):
        self.data, self.greets = data, greets
        super().__init__(behind)

    def serve(self, link, number):
        if number == 1:
            return self.attack(link)
        with link, contextlib.suppress(OSError):
            self.pass_on(link)

    def attack(self, link):
        with link, contextlib.suppress(OSError):
            link.settimeout(5)
            link.recv(65536)
            if self.greets:
                link.sendall(GOOD)
                link.recv(65536)
            link.sendall(self.data)
            link.settimeout(self.rest)
            end = time.monotonic() + self.rest
            while time.monotonic() < end and link.recv(65536):
                pass
