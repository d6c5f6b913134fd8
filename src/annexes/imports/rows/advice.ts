import { Schema } from "effect"

/** What a person can pass of an app that Fettle does not know. */
export const PLAIN_TABLES =
  "a table with the columns date, metric, value and unit for weights, date, meal, food and calories_kcal for foods, or date, exercise and duration_min for sessions"

/**
 * What to do about a file that cannot be read: a sentence without its full stop, where it suits every surface; else what
 * each surface words as it is done there.
 */
export const Advice = Schema.Union(
  Schema.String,
  Schema.Struct({ todo: Schema.Literal("export-again", "choose-source", "choose-one-source") }),
  Schema.Struct({ todo: Schema.Literal("pass"), what: Schema.String })
)
export type Advice = typeof Advice.Type

/** About a file that is damaged. */
export const AGAIN: Advice = { todo: "export-again" }
/** About a file of no known kind. */
export const CHOOSE: Advice = { todo: "choose-source" }
/** About a file of several kinds. */
export const CHOOSE_ONE: Advice = { todo: "choose-one-source" }

/** To import another file. `what` follows a verb: `the file as the app made it`. */
export const pass = (what: string): Advice => ({ todo: "pass", what })

/** Advice in words for the command line. */
export const adviceForCommand = (advice: Advice): string => {
  if (typeof advice === "string") return advice
  switch (advice.todo) {
    case "export-again":
      return "Export it again and repeat the command"
    case "choose-source":
      return `Pass --source with the app that it comes from, a file that this app exported, or ${PLAIN_TABLES}`
    case "choose-one-source":
      return "Pass --source with one of them"
    case "pass":
      return `Pass ${advice.what}`
  }
}
