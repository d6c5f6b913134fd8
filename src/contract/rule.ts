import type { ActivityDay } from "../values/activity-day.ts"
import type { Fault } from "./broken-rule.ts"

/** The given fields of an input, as received and unchecked. Null counts as left out. */
export type Given = Readonly<Record<string, unknown>>

/**
 * Checks between the fields of an input. Its faults are reported together with the fields' own. `today` is the Activity
 * Day of the call. A rule that needs server data, such as the exercise catalogue, is passed with the handler instead.
 */
export type Rule = (given: Given, today: ActivityDay) => ReadonlyArray<Fault>
