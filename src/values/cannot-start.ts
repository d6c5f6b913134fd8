import { Data } from "effect"

/** Fettle cannot start. The message is one line that names the setting and says what to do. */
export class CannotStart extends Data.TaggedError("CannotStart")<{
  readonly message: string
  /** Why the database is not there yet, if it may come while a start waits. */
  readonly awaits?: string
}> {}
