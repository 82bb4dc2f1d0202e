"""An independent reading of the contract: decisions and actions, computed the slow and plain way.

The package shares nothing with the program. It trusts its input, keeps to the standard library, and expands recurrence
rules by trying every date of a period. Where the documents leave room, a comment begins "Reading:".

    values, clock, recurrence   text to instants, wall clocks and travel, dates
    policy, quiet, shifts       what a policy says, quiet hours, weekends and holidays
    kinds/                      candidates: the shipped kinds by app, the declared kinds by shape
    planner                     the stages in order, from an account to its decisions
    checks, crowding, requests  what becomes of candidates alone and together
    actions                     what a device has to do
    calendars                   what a series of plans may show in .ics files
    fuzzing/                    random documents, and comparisons with the program
"""
