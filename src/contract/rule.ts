import type { Limits } from "../accounts/model.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { FieldError } from "./errors.ts"

/** What an input is judged by beside itself. */
export interface Circumstances {
  /** The Activity Day of the call where the user lives. */
  readonly today: ActivityDay
  readonly limits: Limits
}

/** What an input's fields must be together: what is wrong with the fields that were given, as they came, unchecked. */
export type Rule = (given: Readonly<Record<string, unknown>>, circumstances: Circumstances) => ReadonlyArray<FieldError>
