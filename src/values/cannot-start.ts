import { Data } from "effect"

/** Something that keeps Fettle from starting; the message is one line that names the setting and what to do. */
export class CannotStart extends Data.TaggedError("CannotStart")<{ readonly message: string }> {}
