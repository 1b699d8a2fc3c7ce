#!/usr/bin/env python3
"""Makes the sounds that are shipped with the clock, for machines without a sound theme: assets/shipped/sounds/*.wav.

  assets/tools/sounds.py [FOLDER]

Tones are sums of a few sines that fade like a bell's; the same script makes the same bytes."""

import math
import struct
import sys
import wave
from pathlib import Path

RATE = 11_025
FOLDER = Path(__file__).resolve().parents[1] / "shipped/sounds"
# The partials of a bell: frequency and amplitude relative to the first, and how much faster it fades.
PARTIALS = ((1, 1, 1), (2, 0.5, 1.4), (2.99, 0.25, 2))
LOUDEST = 0.8


def bell(frequency, seconds, fade):
    """A struck bell: its amplitude falls by e every `fade` seconds."""
    samples = []
    for index in range(int(seconds * RATE)):
        time = index / RATE
        # Fades in and out, to avoid clicks.
        edge = min(1, time / 0.004, (seconds - time) / 0.02)
        samples.append(edge * sum(
            share * math.exp(-time * speed / fade) * math.sin(2 * math.pi * frequency * factor * time)
            for factor, share, speed in PARTIALS))
    return samples


def mixed(seconds, *parts):
    """Mixes parts (a start in seconds and samples) into a sound of that length, normalised."""
    sound = [0.0] * int(seconds * RATE)
    for start, samples in parts:
        for index, sample in enumerate(samples, int(start * RATE)):
            if index < len(sound):
                sound[index] += sample
    most = max(abs(sample) for sample in sound)
    return [LOUDEST * sample / most for sample in sound]


def risen(sound, seconds, decibels):
    """Repeats the sound, rising from that many decibels below its own loudness to it."""
    count = int(seconds * RATE)
    return [sound[index % len(sound)] * 10 ** (-decibels * (1 - index / count) / 20) for index in range(count)]


def write(path, sound):
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", round(32_767 * sample)) for sample in sound))


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    # Three strokes and a pause.
    stroke = bell(988, 0.3, 0.12)
    alarm = mixed(1, (0, stroke), (0.18, stroke), (0.36, stroke))
    write(folder / "alarm.wav", alarm)
    write(folder / "alarm-rising.wav", risen(alarm, 10, 15))
    write(folder / "chime.wav", mixed(2, (0, bell(784, 1.5, 0.45)), (0.4, bell(659, 1.6, 0.45))))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
