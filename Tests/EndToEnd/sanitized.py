"""Tests that a program with the address sanitizer cannot pass, with reasons: `assets/test sanitize` reports each as
skipped. All others run."""

import os

PRELOADED = "libfaketime is loaded before the sanitizer, which must be the first"

MEASURED = "it measures memory, and the sanitizer keeps what was freed"

# The sanitized program is no release: it links the sanitizer and has symbols.
SHIPPED = "it is about the release, which is what is shipped"

UNFIT = {
    "test_calendars.Measure.test_in_proportion": MEASURED,
    "test_calendars.Measure.test_only_the_beginning_of_a_large_file": MEASURED,
    "test_fuzz.Merge.test_the_corpus_becomes_what_is_needed": "it takes the fuzzer that assets/test builds",
    "test_fuzz.Merge.test_what_is_more_than_the_corpus_takes_is_packed": "it takes the fuzzer that assets/test builds",
    "test_mqtt_late.Flood.test_ten_thousand_messages_a_second": MEASURED,
    "test_mqtt_hostile.Flood.test_large_messages": MEASURED,
    "test_mqtt_hostile.Flood.test_other_floods": MEASURED,
    "test_package.Package.test_the_checker_has_nothing_to_say": SHIPPED,
    "supply.Supply.test_the_folder_of_the_build_stands_nowhere": SHIPPED,
    "supply.Supply.test_the_list_names_what_is_linked_in": SHIPPED,
    "supply.Supply.test_the_list_names_what_the_loader_needs": SHIPPED,
    "test_signals.EverySignal.test_an_error_of_its_own_keeps_its_action":
        "the sanitizer has actions of its own for these signals",
    "test_soak.Commands.test_commands_by_chance": MEASURED,
    "test_troubles": PRELOADED,
    "test_zone_troubles": PRELOADED,
    "test_valgrind": "valgrind runs no program that has the sanitizer in it",
    "test_clock.Jumps.test_summer_time_begins": PRELOADED,
    "test_clock.Jumps.test_clock_set": PRELOADED,
    "test_clock.Jumps.test_options_under_a_library_that_moves_the_environment": PRELOADED,
}


def leave_out(test):
    """Skips the test under the sanitizer if its name, class or file is listed."""
    names = test.id().split(".")
    reason = next((reason for count in range(1, len(names) + 1) if (reason := UNFIT.get(".".join(names[:count])))),
                  None)
    if os.environ.get("ASAN_OPTIONS") and reason:
        test.skipTest(reason)
