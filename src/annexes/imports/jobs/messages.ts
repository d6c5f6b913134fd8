import { Schema } from "effect"
import { SOURCES } from "../sources.ts"

const UnderBothUnits = Schema.Struct({
  written: Schema.Number,
  ifKilograms: Schema.Number,
  ifPounds: Schema.Number
})

const Question = Schema.Union(
  Schema.TaggedStruct("WeightUnit", {
    option: Schema.Literal("--weight-unit"),
    choices: Schema.Array(Schema.Literal("kg", "lb")),
    file: Schema.String,
    smallest: UnderBothUnits,
    middle: UnderBothUnits,
    largest: UnderBothUnits
  }),
  Schema.TaggedStruct("DistanceUnit", {
    option: Schema.Literal("--distance-unit"),
    choices: Schema.Array(Schema.Literal("km", "mi")),
    file: Schema.String,
    largest: Schema.Number
  }),
  Schema.TaggedStruct("Locale", {
    option: Schema.Literal("--locale"),
    choices: Schema.Array(Schema.String),
    file: Schema.String,
    example: Schema.String
  }),
  Schema.TaggedStruct("Person", {
    option: Schema.Literal("--person"),
    choices: Schema.Array(Schema.String),
    file: Schema.String,
    by: Schema.String
  }),
  Schema.TaggedStruct("Column", {
    option: Schema.Literal("--column"),
    choices: Schema.Array(Schema.String),
    file: Schema.String
  }),
  Schema.TaggedStruct("Steps", {
    option: Schema.Literal("--steps"),
    choices: Schema.Array(Schema.Literal("sum", "largest")),
    file: Schema.String,
    example: Schema.String
  }),
  Schema.TaggedStruct("Timezone", {
    option: Schema.Literal("--timezone"),
    choices: Schema.Array(Schema.String),
    file: Schema.String
  })
)

/** Messages from a reader process. */
export const FromReader = Schema.Union(
  /** It has started, and accepts its order. */
  Schema.TaggedStruct("Ready", {}),
  Schema.TaggedStruct("Progress", { share: Schema.Number, rows: Schema.Number }),
  /** The file was read; the result is in the folder. */
  Schema.TaggedStruct("Read", {}),
  Schema.TaggedStruct("Unreadable", {
    file: Schema.String,
    line: Schema.NullOr(Schema.Number),
    problem: Schema.String,
    advice: Schema.String,
    isOfMachine: Schema.optionalWith(Schema.Literal(true), { exact: true })
  }),
  Schema.TaggedStruct("Unanswered", {
    source: Schema.Literal(...SOURCES),
    questions: Schema.NonEmptyArray(Question)
  }),
  Schema.TaggedStruct("Broken", { cause: Schema.String })
)
export type FromReader = typeof FromReader.Type
