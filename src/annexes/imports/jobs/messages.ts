import { Schema } from "effect"
import { Question } from "../rows/questions.ts"
import { Unreadable } from "../rows/rows.ts"
import { SOURCES } from "../sources.ts"

/** Messages from a reader process. */
export const FromReader = Schema.Union(
  /** It has started, and accepts its order. */
  Schema.TaggedStruct("Ready", {}),
  Schema.TaggedStruct("Progress", { share: Schema.Number, rows: Schema.Number }),
  /** The file was read; the result is in the folder. */
  Schema.TaggedStruct("Read", {}),
  Schema.TaggedStruct("Unreadable", Unreadable.fields),
  Schema.TaggedStruct("Unanswered", {
    source: Schema.Literal(...SOURCES),
    questions: Schema.NonEmptyArray(Question)
  }),
  Schema.TaggedStruct("Broken", { cause: Schema.String })
)
export type FromReader = typeof FromReader.Type
