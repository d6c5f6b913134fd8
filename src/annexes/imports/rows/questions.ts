import { Data, Schema } from "effect"
import { DistanceUnit, WeightUnit } from "../../../values/units.ts"
import type { Source } from "../sources.ts"

/** A number as written, and the kilograms it would be in either unit. */
const UnderBothUnits = Schema.Struct({
  written: Schema.Number,
  ifKilograms: Schema.Number,
  ifPounds: Schema.Number
})
export type UnderBothUnits = typeof UnderBothUnits.Type

/** Something a file does not state and that must not be guessed. */
export const Question = Schema.Union(
  Schema.TaggedStruct("WeightUnit", {
    option: Schema.Literal("--weight-unit"),
    choices: Schema.Array(WeightUnit),
    file: Schema.String,
    smallest: UnderBothUnits,
    middle: UnderBothUnits,
    largest: UnderBothUnits
  }),
  Schema.TaggedStruct("DistanceUnit", {
    option: Schema.Literal("--distance-unit"),
    choices: Schema.Array(DistanceUnit),
    file: Schema.String,
    /** As written. */
    largest: Schema.Number
  }),
  Schema.TaggedStruct("Locale", {
    option: Schema.Literal("--locale"),
    /** The languages in which all dates are valid; empty if there is none. */
    choices: Schema.Array(Schema.String),
    file: Schema.String,
    /** A date as written that they read differently. */
    example: Schema.String
  }),
  Schema.TaggedStruct("Person", {
    option: Schema.Literal("--person"),
    /** The people whose readings it has, or the first of them. */
    choices: Schema.Array(Schema.String),
    file: Schema.String,
    /** The column that tells them apart. */
    by: Schema.String
  }),
  Schema.TaggedStruct("Column", {
    option: Schema.Literal("--column"),
    /** The names of columns that may hold a metric, or the first of them, and `none`. */
    choices: Schema.Array(Schema.String),
    file: Schema.String
  }),
  Schema.TaggedStruct("Steps", {
    option: Schema.Literal("--steps"),
    choices: Schema.Array(Schema.Literal("sum", "largest")),
    file: Schema.String,
    /** A time, or a day, for which it has several rows. */
    example: Schema.String
  }),
  Schema.TaggedStruct("Timezone", {
    option: Schema.Literal("--timezone"),
    choices: Schema.Array(Schema.String),
    file: Schema.String
  })
)
export type Question = typeof Question.Type

const showKilograms = ({ written, ifKilograms, ifPounds }: UnderBothUnits): string =>
  `${written} (${Math.round(ifKilograms * 10) / 10} kg, or ${Math.round(ifPounds * 10) / 10} kg if pounds)`

/** What a file leaves open. `of` is the file's name, and a space. */
export const openIn = (question: Question, of = `${question.file} `): string => {
  switch (question._tag) {
    case "WeightUnit": {
      const { smallest, middle, largest } = question
      const weights = `smallest ${showKilograms(smallest)}, middle ${showKilograms(middle)}, largest ${showKilograms(largest)}`
      return `${of}does not state the unit of its weights: ${weights}.`
    }
    case "DistanceUnit":
      return `${of}does not state the unit of its distances, the largest of which is ${question.largest}.`
    case "Locale": {
      const { choices, example } = question
      const how = choices.length === 0 ? "dates in an unknown language" : "dates that languages read differently"
      return `${of}has ${how}, such as "${example}".`
    }
    case "Person":
      return `${of}has readings of these people, by “${question.by}”: ${question.choices.join(", ")}.`
    case "Column": {
      const names = question.choices.slice(0, -1).join("; ")
      return `${of}has columns that may hold weights, body fat or steps: ${names}.`
    }
    case "Steps":
      return `${of}has several rows of steps for the same time or day, such as ${question.example}.`
    case "Timezone":
      return `${of}has times without a timezone.`
  }
}

/** How to answer a question at the command line. */
const answeredBy = (question: Question): string => {
  switch (question._tag) {
    case "WeightUnit":
      return "Pass --weight-unit kg or --weight-unit lb."
    case "DistanceUnit":
      return "Pass --distance-unit km or --distance-unit mi."
    case "Locale":
      return question.choices.length === 0
        ? "Pass the app's language, such as --locale en."
        : `Pass ${question.choices.map((choice) => `--locale ${choice}`).join(" or ")}.`
    case "Person":
      return "Pass --person with yours."
    case "Column":
      return "Pass --column with those to read, separated by semicolons, or --column none."
    case "Steps":
      return "Pass --steps sum to add them up, or --steps largest to take the largest of them."
    case "Timezone":
      return "Pass --timezone with an IANA name, such as --timezone Europe/Berlin."
  }
}

/** The file can be read once these questions are answered. */
export class UnansweredQuestions extends Data.TaggedError("UnansweredQuestions")<{
  readonly source: Source
  readonly questions: readonly [Question, ...ReadonlyArray<Question>]
}> {
  override get message(): string {
    return this.questions.map((question) => `${openIn(question)} ${answeredBy(question)}`).join(" ")
  }

  /** What the file leaves open, for places that have no options. The name of `own` does not begin it. */
  problemOf(own: string): string {
    const of = (question: Question, index: number) => (index === 0 && question.file === own ? "" : undefined)
    return this.questions.map((question, index) => openIn(question, of(question, index))).join(" ")
  }
}
