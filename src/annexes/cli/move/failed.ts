import { Data } from "effect"

/** The move has stopped. The message names the database and the cause, and says what to do. */
export class MoveFailed extends Data.TaggedError("MoveFailed")<{
  readonly message: string
  /** The database's error, if there was one. */
  readonly cause?: unknown
}> {}
