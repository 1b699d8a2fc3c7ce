"""The tests that a program with the address sanitizer cannot pass, by name and reason: `assets/test sanitize` says of each that it was
left out, and why. All others run."""

PRELOADED = "libfaketime is loaded before the sanitizer, which must be the first"

UNFIT = {
    "test_clock.Jumps.test_summer_time_begins": PRELOADED,
    "test_clock.Jumps.test_clock_set": PRELOADED,
}


def unfit(test):
    """Why a test is left out, by its name or that of its class or file; `None` if it is not."""
    names = test.split(".")
    return next((reason for count in range(1, len(names) + 1) if (reason := UNFIT.get(".".join(names[:count])))), None)
