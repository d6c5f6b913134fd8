import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import { Either, ParseResult, Schema } from "effect"
import { quote } from "../../contract/faults.ts"
import { present } from "../../contract/fields.ts"
import { type Json, jsonSchemaOf } from "../../contract/json-schema.ts"
import { ActivityDay, plusDays } from "../../values/activity-day.ts"
import { trimmed } from "../../values/text.ts"

/** A prompt: a task that a person starts by name. Its text names the tools to call, in order. */
interface Task extends Prompt {
  readonly textOf: (given: unknown) => Either.Either<string, ParseResult.ParseError>
}

const task = <A, I>({
  text,
  input,
  ...prompt
}: {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The arguments by name. The protocol sends each as text. */
  readonly input: Schema.Schema<A, I>
  readonly text: (given: A) => string
}): Task => {
  const decode = Schema.decodeUnknownEither(input, { errors: "all", onExcessProperty: "error" })
  const { properties, required } = jsonSchemaOf(input, { open: false }) as {
    readonly properties: Readonly<Record<string, Json>>
    readonly required: ReadonlyArray<string>
  }
  return {
    ...prompt,
    arguments: Object.entries(properties).map(([name, { description }]) => ({
      name,
      description: String(description),
      required: required.includes(name)
    })),
    textOf: (given) => Either.map(decode(given), text)
  }
}

const FIRST = "Call get_context first, and use its activityDay as today and its units."

const logDay = task({
  name: "log_day",
  title: "Log a day",
  description: "Logs what was eaten, trained and measured on a day, and shows how it stands against the goals.",
  input: Schema.Struct({
    date: present(ActivityDay.annotations({ description: "The day, YYYY-MM-DD. Default: today." })),
    notes: present(
      trimmed({ min: 1, max: 4000 }).annotations({
        description: "What was eaten, trained and measured, in your own words. Left out, you are asked."
      })
    )
  }),
  text: ({ date, notes }) => `Help me log ${date ?? "today"} in Fettle.

${notes === undefined ? "Ask me what I ate, how I trained and what I measured, in one question." : `This is what I did:\n\n${notes}`}

1. ${FIRST}
2. Call list_food_entries and list_workouts for the day, and leave out what is there already.
3. Food: search_foods for each thing I ate, then log_food_entry with the id it returned and an idempotency_key of its own. If no result fits, ask me for the label's values and use save_custom_food.
4. Training: one log_workout with all exercises and sets and an idempotency_key. Pass exact names; search_exercises finds those that are not known.
5. Weight, body fat and steps: set_body_metrics with the unit I named.
6. Call get_daily_goals for the day, and tell me what was logged and how the day stands, in a few lines.

Ask me before you guess an amount, a unit or a food. Never invent an id.`
})

const weeklyReview = task({
  name: "weekly_review",
  title: "Review a week",
  description: "Reviews seven days: weight, food, training and goals, and what to change next week.",
  input: Schema.Struct({
    lastDay: present(ActivityDay.annotations({ description: "Last of the seven days, YYYY-MM-DD. Default: today." }))
  }),
  text: ({
    lastDay
  }) => `Review my week in Fettle: ${lastDay === undefined ? "the seven days up to today" : `${plusDays(lastDay, -6)} to ${lastDay}`}.

1. ${FIRST}
2. Call list_body_metrics for weight with analysis true, from six weeks before the last day: trend.rate and energy are what to speak of, with their intervals. Call it for steps over the seven days.
3. Call list_food_entries over the seven days with limit 1: totals has each day's nutrition. Days that it leaves out had nothing logged; average over the others, and say how many there were.
4. Call list_workouts over the seven days. For progress in an exercise, call it with exerciseId and limit 1: exercise has records and sums.
5. Call get_daily_goals for each of the seven days.

Then write a short review: the trend of my weight, not single readings; averages against my goals; training; what went well; one or two changes for next week. Keep the facts of my data apart from your own advice, and change nothing.`
})

const planProgress = task({
  name: "plan_progress",
  title: "Plan progress",
  description: "Plans the way to an aim from what was logged so far, and sets the daily goals that were agreed on.",
  input: Schema.Struct({
    aim: trimmed({ min: 1, max: 500 }).annotations({
      description: "What you want to reach, such as: 75 kg, or bench press 100 kg."
    }),
    by: present(ActivityDay.annotations({ description: "Day to reach it by, YYYY-MM-DD. Default: you are asked." }))
  }),
  text: ({ aim, by }) => `Help me plan how to reach this with Fettle: ${aim}${by === undefined ? "" : `, by ${by}`}.

1. ${FIRST}
2. Call list_goals, and list_body_metrics for weight over the last 42 days with analysis true: trend.rate is how fast weight moves, energy what I spend and eat a day.
3. As far as they matter for the aim, call list_food_entries over the last 14 days with limit 1, for totals, and list_workouts with exerciseId and limit 1, for the records and sums of an exercise.
4. Tell me where I stand and how fast I have been moving.${by === undefined ? " Ask me by when I want to be there, if that matters." : ""}
5. Propose one to four daily goals with a number each, and say why. If the pace would be unsafe, say so and propose a slower one.
6. Only once I agree, call save_goal for each: with the id of a goal that is there already, without one for a new goal.

Work from my data; where there is none, ask me.`
})

const TASKS = [logDay, weeklyReview, planProgress]

/** The answer to prompts/list. */
export const prompts: ReadonlyArray<Prompt> = TASKS.map(({ textOf: _textOf, ...prompt }) => prompt)

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)

/** Arguments with a value; hosts send an empty text for those left blank. */
const given = (input: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value.trim() !== ""))

/**
 * A prompt's message. Fails with the protocol's "invalid params" if there is no such prompt or an argument is invalid.
 */
export const getPrompt = (name: string, input: Readonly<Record<string, string>>): GetPromptResult => {
  const found = TASKS.find((task) => task.name === name)
  if (found === undefined) throw invalid(`There is no prompt ${quote(name)}; prompts/list names every prompt.`)
  const text = found.textOf(given(input))
  if (Either.isLeft(text)) {
    const faults = ParseResult.ArrayFormatter.formatErrorSync(text.left)
    throw invalid(faults.map(({ path, message }) => `${path.join(".")}: ${message}`).join("; "))
  }
  return {
    description: found.description ?? "",
    messages: [{ role: "user", content: { type: "text", text: text.right } }]
  }
}
