import type { ActivityDay } from "../values/activity-day.ts"
import type { FieldError } from "./errors.ts"

/** The fields of an input that were given, as they came and unchecked; null counts as left out. */
export type Given = Readonly<Record<string, unknown>>

/**
 * What the fields of an input must be together. Its faults are told beside those of the fields. `today` is the Activity Day of
 * the call. A rule that needs more than that, such as the exercise catalogue, is given with the handler instead.
 */
export type Rule = (given: Given, today: ActivityDay) => ReadonlyArray<FieldError>
