import { operations } from "../../api.ts"
import { quote } from "../../contract/faults.ts"
import { singular } from "../../values/text/words.ts"

/** Synonyms for what a tool does or is about, by the word in its name. */
const SAME: Readonly<Record<string, string>> = {
  add: "log",
  record: "log",
  track: "log",
  create: "save",
  new: "save",
  make: "save",
  edit: "update",
  change: "update",
  modify: "update",
  correct: "update",
  remove: "delete",
  find: "search",
  lookup: "search",
  show: "get",
  read: "get",
  fetch: "get",
  profile: "context",
  user: "context",
  setting: "context",
  today: "context",
  meal: "food",
  diary: "entry",
  activity: "workout",
  training: "workout",
  habit: "goal"
}

/** Tools that also match another verb, because no tool has that verb. */
const ALSO: Readonly<Record<string, ReadonlyArray<string>>> = {
  replace_workout: ["update"],
  save_goal: ["update", "set"],
  save_custom_food: ["update"],
  set_body_metrics: ["log", "save", "update"],
  set_goal_progress: ["log", "update"]
}

/** Data without a tool of its own, with the tool that records it. */
const PARTS: ReadonlyArray<readonly [RegExp, string]> = [
  [/water|hydration|drink/, "Water is a goal: use set_goal_progress."],
  [/steps?($|_)/, "Steps are a body metric: use set_body_metrics."],
  [/weight|weigh_in/, "Weight is a body metric: use set_body_metrics."],
  [/body_?fat/, "Body fat is a body metric: use set_body_metrics."]
]

/** Names with at least this share of common words are similar. */
const LEAST_ALIKE = 0.5

const wordsIn = (name: string): ReadonlyArray<string> =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "")
    .map(singular)
    .map((word) => SAME[word] ?? word)

const TOOLS = operations.map(({ name }) => ({ name, words: new Set(wordsIn(name)), also: new Set(ALSO[name] ?? []) }))

/** The share of words that a name has in common with a tool's (Dice coefficient), from 0 to 1. */
const likeness = (given: ReadonlyArray<string>, { words, also }: (typeof TOOLS)[number]): number =>
  (2 * given.filter((word) => words.has(word) || also.has(word)).length) / (given.length + words.size)

/**
 * The message for an unknown tool, with the tool that was probably meant. Names of over 100 characters are not
 * compared.
 */
export const noSuchTool = (name: string): string => {
  const none = `There is no tool ${quote(name)}`
  if (name.length > 100) return `${none}; tools/list names every tool.`
  const given = wordsIn(name)
  const isReading = given.includes("delete") || given.includes("get") || given.includes("list")
  const part = isReading ? undefined : PARTS.find(([pattern]) => pattern.test(name.toLowerCase()))
  if (part !== undefined) return `${none}. ${part[1]}`
  const [closest] = TOOLS.map((tool) => ({ name: tool.name, like: likeness(given, tool) })).sort(
    (a, b) => b.like - a.like
  )
  return closest !== undefined && closest.like > LEAST_ALIKE
    ? `${none}. Did you mean ${closest.name}?`
    : `${none}; tools/list names every tool.`
}
