"""How fast something grows that is looked at from time to time."""

import math
import statistics

# Looks just after another tell the same, so the line goes through the means of so many parts; Student's distribution of two degrees less has
# 99.9 % below this. Seven figures are judged in each run: with 95 % one of them would seem to grow in every third run.
PARTS, QUANTILE = 12, 4.144


def slope(times, values):
    """By least squares, for one of what `times` are in."""
    middle = statistics.fmean(times)
    spread = sum((moment - middle) ** 2 for moment in times)
    return sum((moment - middle) * value for moment, value in zip(times, values)) / spread if spread else 0


def fitted(times, values):
    """The slope of at least 12 values, and half the width of its interval: with 99.9 % the true one is below slope + width, with 99.9 % above slope - width."""
    ends = [part * len(times) // PARTS for part in range(PARTS + 1)]
    moments, means = ([statistics.fmean(each[start:end]) for start, end in zip(ends, ends[1:])] for each in (times, values))
    rate, middle, level = slope(moments, means), statistics.fmean(moments), statistics.fmean(means)
    errors = sum((value - level - rate * (moment - middle)) ** 2 for moment, value in zip(moments, means))
    return rate, QUANTILE * math.sqrt(errors / (PARTS - 2) / sum((moment - middle) ** 2 for moment in moments))
