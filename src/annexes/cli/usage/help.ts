import type { Part } from "./parameters.ts"
import { type Shape, unnamedOf, wordsOf } from "./shape.ts"

/** Widest line, in columns. */
const COLUMNS = 100

/** Longest name with its meaning on the same line; for longer names it follows on the next. */
const NAME_COLUMNS = 30

/** Breaks a text into lines of at most this many columns. A longer word gets a line of its own. */
const wrapped = (text: string, columns: number): ReadonlyArray<string> =>
  text.match(new RegExp(`\\S.{0,${columns - 1}}(?=\\s|$)|\\S+`, "g")) ?? []

/** Names with their meanings beside them. */
const table = (rows: ReadonlyArray<readonly [name: string, meaning: string]>): ReadonlyArray<string> => {
  const width = Math.max(...rows.map(([name]) => (name.length > NAME_COLUMNS ? 0 : name.length)), 0)
  const indent = " ".repeat(width + 4)
  return rows.flatMap(([name, meaning]) => {
    const [first = "", ...more] = wrapped(meaning, COLUMNS - indent.length)
    const head = name.length > width ? [`  ${name}`, indent + first] : [`  ${name.padEnd(width)}  ${first}`]
    return [...head, ...more.map((line) => indent + line)]
  })
}

const section = (title: string, lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : ["", `${title}:`, ...lines]

/** Whether the choices are few enough to be shown instead of the value. */
const isShort = ({ choices }: Part): boolean => choices.length > 0 && choices.length <= 3

/** A name with its value, such as `--timezone TZ` or `--distance-unit km|mi`. */
export const written = (part: Part): string => {
  const { name, value, choices } = part
  if (value === undefined || !name.startsWith("-")) return name
  return `${name} ${isShort(part) ? choices.join("|") : choices.length > 0 ? name.slice(2).toUpperCase() : value}`
}

const rowOf = (part: Part): readonly [string, string] => {
  const isOption = part.name.startsWith("-")
  const values = part.choices.length === 0 || (isOption && isShort(part)) ? "" : ` One of ${part.choices.join(", ")}.`
  const needed = isOption && part.isRequired ? " Required." : ""
  const repeated = part.isRepeatable ? " May be repeated." : ""
  return [written(part), part.meaning + values + needed + repeated]
}

/** What follows the program's name: words, required options, and arguments. */
const usageLine = (program: string, shape: Shape): ReadonlyArray<string> => {
  const required = shape.options.filter(({ isRequired }) => isRequired)
  const parts = [
    ...wordsOf(shape),
    ...shape.arguments.map(({ name, isRequired }) => (isRequired ? name : `[${name}]`)),
    ...required.map((part) => `${written(part)}${part.isRepeatable ? " ..." : ""}`),
    ...(required.length < shape.options.length ? ["[options]"] : [])
  ]
  const [first = "", ...more] = wrapped(`Usage: ${program} ${parts.join(" ")}`, COLUMNS)
  return [first, ...more.map((line) => `    ${line}`)]
}

/** The commands under this one, at every depth. */
const leavesOf = (shape: Shape): ReadonlyArray<Shape> =>
  shape.subcommands.length === 0 ? [shape] : shape.subcommands.flatMap(leavesOf)

const commandRows = (shape: Shape) =>
  table(leavesOf(shape).map((leaf): readonly [string, string] => [wordsOf(leaf).join(" "), leaf.meaning]))

const optionRows = ({ options }: Shape) => table([...options.map(rowOf), ["--help, -h", "Print this, and do nothing."]])

const EVERYWHERE = table([
  ["--help, -h", "Explain a command and its options."],
  ["--version", "Print the version."],
  ["--completions bash|zsh|fish", "Print the completions of a shell."]
])

/** The help of the program, of a group of commands, or of a command; plain text, at most 100 columns wide. */
export const helpOf = (program: string, shape: Shape): string => {
  const unnamed = unnamedOf(shape)
  if (shape.subcommands.length === 0) {
    return [
      ...wrapped(shape.meaning, COLUMNS),
      "",
      ...usageLine(program, shape),
      ...section("Arguments", table(shape.arguments.map(rowOf))),
      ...section("Options", optionRows(shape))
    ].join("\n")
  }
  const words = wordsOf(shape)
  const typed = [program, ...words].join(" ")
  if (unnamed !== undefined) {
    const others = { ...shape, subcommands: shape.subcommands.filter((each) => each !== unnamed) }
    return [helpOf(program, unnamed), ...section("Other commands", commandRows(others))].join("\n")
  }
  return [
    ...wrapped(shape.meaning, COLUMNS),
    "",
    `Usage: ${typed} COMMAND`,
    ...section("Commands", commandRows(shape)),
    ...(words.length > 0 ? [] : section("Options", EVERYWHERE)),
    "",
    `${typed} COMMAND --help explains a command.`
  ].join("\n")
}
