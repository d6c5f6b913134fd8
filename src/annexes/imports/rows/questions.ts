import { Data } from "effect"
import type { DistanceUnit, WeightUnit } from "../../../values/units.ts"
import type { Source } from "../sources.ts"

/** A number as written, and the kilograms it would be in either unit. */
export interface UnderBothUnits {
  readonly written: number
  readonly ifKilograms: number
  readonly ifPounds: number
}

/** Something a file does not state and that must not be guessed. */
export type Question =
  | {
      readonly _tag: "WeightUnit"
      readonly option: "--weight-unit"
      readonly choices: ReadonlyArray<WeightUnit>
      readonly file: string
      readonly smallest: UnderBothUnits
      readonly middle: UnderBothUnits
      readonly largest: UnderBothUnits
    }
  | {
      readonly _tag: "DistanceUnit"
      readonly option: "--distance-unit"
      readonly choices: ReadonlyArray<DistanceUnit>
      readonly file: string
      /** As written. */
      readonly largest: number
    }
  | {
      readonly _tag: "Locale"
      readonly option: "--locale"
      /** The languages in which all dates are valid; empty if there is none. */
      readonly choices: ReadonlyArray<string>
      readonly file: string
      /** A date as written that they read differently. */
      readonly example: string
    }
  | {
      readonly _tag: "Person"
      readonly option: "--person"
      /** The people whose readings it has, or the first of them. */
      readonly choices: ReadonlyArray<string>
      readonly file: string
      /** The column that tells them apart. */
      readonly by: string
    }
  | {
      readonly _tag: "Column"
      readonly option: "--column"
      /** The names of columns that may hold a metric, or the first of them, and `none`. */
      readonly choices: ReadonlyArray<string>
      readonly file: string
    }
  | {
      readonly _tag: "Steps"
      readonly option: "--steps"
      readonly choices: ReadonlyArray<"sum" | "largest">
      readonly file: string
      /** A time, or a day, for which it has several rows. */
      readonly example: string
    }
  | {
      readonly _tag: "Timezone"
      readonly option: "--timezone"
      readonly choices: ReadonlyArray<string>
      readonly file: string
    }

const showKilograms = ({ written, ifKilograms, ifPounds }: UnderBothUnits): string =>
  `${written} (${Math.round(ifKilograms * 10) / 10} kg, or ${Math.round(ifPounds * 10) / 10} kg if pounds)`

/** What a file leaves open, and the option that answers it. `of` is the file's name, and a space. */
const asked = (question: Question, of = `${question.file} `): readonly [problem: string, advice: string] => {
  switch (question._tag) {
    case "WeightUnit": {
      const { smallest, middle, largest } = question
      const weights = `smallest ${showKilograms(smallest)}, middle ${showKilograms(middle)}, largest ${showKilograms(largest)}`
      return [`${of}does not state the unit of its weights: ${weights}.`, "Pass --weight-unit kg or --weight-unit lb."]
    }
    case "DistanceUnit":
      return [
        `${of}does not state the unit of its distances, the largest of which is ${question.largest}.`,
        "Pass --distance-unit km or --distance-unit mi."
      ]
    case "Locale": {
      const languages = question.choices.map((choice) => `--locale ${choice}`).join(" or ")
      const [problem, which] =
        languages === ""
          ? ["dates in an unknown language", "the app's language, such as --locale en"]
          : ["dates that languages read differently", languages]
      return [`${of}has ${problem}, such as "${question.example}".`, `Pass ${which}.`]
    }
    case "Person": {
      const people = question.choices.join(", ")
      return [`${of}has readings of these people, by “${question.by}”: ${people}.`, "Pass --person with yours."]
    }
    case "Column": {
      const names = question.choices.slice(0, -1).join("; ")
      return [
        `${of}has columns that may hold weights, body fat or steps: ${names}.`,
        "Pass --column with those to read, separated by semicolons, or --column none."
      ]
    }
    case "Steps":
      return [
        `${of}has several rows of steps for the same time or day, such as ${question.example}.`,
        "Pass --steps sum to add them up, or --steps largest to take the largest of them."
      ]
    case "Timezone":
      return [
        `${of}has times without a timezone.`,
        "Pass --timezone with an IANA name, such as --timezone Europe/Berlin."
      ]
  }
}

/** The file can be read once these questions are answered. */
export class UnansweredQuestions extends Data.TaggedError("UnansweredQuestions")<{
  readonly source: Source
  readonly questions: readonly [Question, ...ReadonlyArray<Question>]
}> {
  override get message(): string {
    return this.questions.flatMap((question) => asked(question)).join(" ")
  }

  /** What the file leaves open, for places that have no options. The name of `own` does not begin it. */
  problemOf(own: string): string {
    const of = (question: Question, index: number) => (index === 0 && question.file === own ? "" : undefined)
    return this.questions.map((question, index) => asked(question, of(question, index))[0]).join(" ")
  }
}
