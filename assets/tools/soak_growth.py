"""The growth rate of a periodically measured figure."""

import math
import statistics

# Successive measurements are correlated, so the line is fitted to the means of so many parts. QUANTILE is Student's
# 99.9 % quantile for PARTS - 2 degrees of freedom. Each run judges seven figures; with 95 % every third run would
# report a false growth.
PARTS, QUANTILE = 12, 4.144


def slope(times, values):
    """The least-squares slope, per unit of `times`."""
    middle = statistics.fmean(times)
    spread = sum((moment - middle) ** 2 for moment in times)
    return sum((moment - middle) * value for moment, value in zip(times, values)) / spread if spread else 0


def fitted(times, values):
    """The slope of at least 12 values, and half the width of its interval: the true slope is below slope + width, and
    above slope - width, with 99.9 % each."""
    ends = [part * len(times) // PARTS for part in range(PARTS + 1)]
    moments, means = (
        [statistics.fmean(each[start:end]) for start, end in zip(ends, ends[1:])] for each in (times, values)
    )
    rate, middle, level = slope(moments, means), statistics.fmean(moments), statistics.fmean(means)
    errors = sum((value - level - rate * (moment - middle)) ** 2 for moment, value in zip(moments, means))
    return rate, QUANTILE * math.sqrt(errors / (PARTS - 2) / sum((moment - middle) ** 2 for moment in moments))
