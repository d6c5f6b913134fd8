import { Data } from "effect"

/** Fettle cannot start. The message is one line that names the setting and states what to do. */
export class CannotStart extends Data.TaggedError("CannotStart")<{
  readonly message: string
  /** Set if waiting may help: why the database is not available yet. */
  readonly awaits?: string
}> {}
