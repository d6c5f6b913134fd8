import { Data } from "effect"

/** Fettle cannot start. The message is one line that names the setting and says what to do. */
export class CannotStart extends Data.TaggedError("CannotStart")<{ readonly message: string }> {}
