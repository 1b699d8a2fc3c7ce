"""The tests' own implementation of the face `scaled`, from time to colour and back."""


def scaled(hour, minute, second):
    """The colour of the face `scaled`: value x 255 / (24, 60, 60), half away from zero; the maximum in a leap
    second."""
    parts = ((hour, 24), (minute, 60), (second, 60))
    return tuple(min(255, (2 * 255 * value + maximum) // (2 * maximum)) for value, maximum in parts)


TIMES = [{scaled(*[value] * 3)[part]: value for value in range(count)} for part, count in enumerate((24, 60, 61))]


def time_of(colour):
    """The time (hour, minute, second) for a colour of `scaled`."""
    try:
        return tuple(times[channel] for times, channel in zip(TIMES, colour))
    except KeyError:
        raise AssertionError(f"{hex_of(colour)} is no time of the face scaled") from None


def second_of_day(colour):
    hour, minute, second = time_of(colour)
    return hour * 3600 + minute * 60 + second


def hex_of(colour):
    return "#%02x%02x%02x" % tuple(colour)
