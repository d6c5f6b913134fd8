import { errorsBetween } from "../../../values/text/spelling.ts"
import type { Given } from "./command.ts"
import { SHELLS, type ShellName } from "./completions.ts"
import { written } from "./help.ts"
import type { Part } from "./parameters.ts"
import { type Shape, unnamedOf, wordsOf } from "./shape.ts"

/** The result of reading a command line. */
export type Reading =
  | { readonly _tag: "Help"; readonly of: Shape }
  | { readonly _tag: "Version" }
  | { readonly _tag: "Completions"; readonly shell: ShellName }
  | { readonly _tag: "Wrong"; readonly message: string }
  /** The command to run, and what was given to it. */
  | { readonly _tag: "Run"; readonly path: ReadonlyArray<string>; readonly given: Given }

/** Most typing errors in a word that is recognised as another. */
const MOST_ERRORS = 2
const LONGEST_WORD = 24

/** The name closest to a mistyped one, as a question; empty if none is close. */
const perhaps = (mistyped: string, names: ReadonlyArray<string>): string => {
  const errors = (name: string) =>
    Math.max(name.length, mistyped.length) > LONGEST_WORD
      ? undefined
      : errorsBetween(mistyped, name, Math.min(MOST_ERRORS, Math.floor(name.length / 2)))
  const near = names.flatMap((name) => {
    const found = name.startsWith(mistyped) && mistyped.length > 3 ? 0 : errors(name)
    return found === undefined ? [] : [{ name, found }]
  })
  const [nearest] = near.sort((a, b) => a.found - b.found)
  return nearest === undefined ? "" : `. Did you mean ${nearest.name}?`
}

const either = (all: ReadonlyArray<string>, word = "or"): string =>
  all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} ${word} ${all.at(-1)}`

const nameOf = ({ path }: Shape): string => path.at(-1) ?? ""
const helpOption = new Set(["--help", "-h"])

interface Split {
  readonly shape: Shape
  readonly rest: ReadonlyArray<string>
}

/** Resolves the words that name a command. */
const commandIn = (shape: Shape, rest: ReadonlyArray<string>): Split => {
  const [word, ...more] = rest
  const found = shape.subcommands.find((subcommand) => nameOf(subcommand) === word)
  return found === undefined ? { shape, rest } : commandIn(found, more)
}

interface Sorted {
  readonly options: ReadonlyArray<{ readonly part: Part; readonly value: string | undefined }>
  readonly positional: ReadonlyArray<string>
}

/** Separates options, their values and arguments. Returns a message if an option is unknown or its value wrong. */
const sort = (shape: Shape, rest: ReadonlyArray<string>): Sorted | string => {
  const options: Array<Sorted["options"][number]> = []
  const positional: Array<string> = []
  const known = new Map(shape.options.map((part) => [part.name, part]))
  const words = [...rest]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--") {
      positional.push(...words)
      break
    }
    if (!word.startsWith("-") || word === "-") {
      positional.push(word)
      continue
    }
    const end = word.indexOf("=")
    const name = end === -1 ? word : word.slice(0, end)
    const part = known.get(name)
    if (part === undefined)
      return `${wordsOf(shape).join(" ")} has no option ${name}${perhaps(name, [...known.keys()])}`
    if (options.some((given) => given.part === part) && !part.isRepeatable) return `${name} is given twice`
    if (part.value === undefined) {
      if (end !== -1) return `${name} takes no value`
      options.push({ part, value: undefined })
      continue
    }
    const isMissing = words[0] === undefined || known.has(words[0])
    const value = end !== -1 ? word.slice(end + 1) : isMissing ? undefined : words.shift()
    if (value === undefined) return `${name} needs a value: ${written(part)}`
    if (!isChoice(part, value)) return `${name} must be ${either(part.choices)}; received ${value}`
    options.push({ part, value })
  }
  return { options, positional }
}

const isChoice = ({ choices }: Part, value: string): boolean => choices.length === 0 || choices.includes(value)

/** What is missing, surplus or invalid; undefined if nothing is. */
const wrongIn = (shape: Shape, { options, positional }: Sorted): string | undefined => {
  const command = wordsOf(shape).join(" ")
  const missing = [
    ...shape.arguments.filter(({ isRequired }, index) => isRequired && index >= positional.length),
    ...shape.options.filter((part) => part.isRequired && !options.some((given) => given.part === part))
  ]
  if (missing.length > 0) return `${command} needs ${either(missing.map(written), "and")}`
  const extra = positional[shape.arguments.length]
  if (extra !== undefined)
    return `${command} takes ${
      either(
        shape.arguments.map(({ name }) => name),
        "and"
      ) || "no arguments"
    }; received ${extra} ${shape.arguments.length > 0 ? "as well" : ""}`.trimEnd()
  const wrong = shape.arguments.find((part, index) => !isChoice(part, positional[index] ?? ""))
  return wrong === undefined
    ? undefined
    : `${wrong.name} must be ${either(wrong.choices)}; received ${positional[shape.arguments.indexOf(wrong)]}`
}

/** What was given for each option and argument. */
const givenIn = (shape: Shape, { options, positional }: Sorted): Given => {
  const named = Map.groupBy(options, ({ part }) => part.name)
  return new Map<string, ReadonlyArray<string>>([
    ...[...named].map(([name, all]) => [name, all.map(({ value = "" }) => value)] as const),
    ...shape.arguments.flatMap(({ name }, index) => {
      const text = positional[index]
      return text === undefined ? [] : [[name, [text]] as const]
    })
  ])
}

/** Parses a command line. `program` is what a person types to run Fettle, for messages. */
export const read = (program: string, root: Shape, argv: ReadonlyArray<string>): Reading => {
  const asksForHelp = argv[0] === "help" || argv.slice(0, argv.indexOf("--") >>> 0).some((word) => helpOption.has(word))
  const { shape, rest } = commandIn(root, argv[0] === "help" ? argv.slice(1) : argv)
  const wrong = (message: string, of = shape): Reading => ({
    _tag: "Wrong",
    message: `${message}${message.endsWith("?") ? "" : "."} See \`${[program, ...wordsOf(of), "--help"].join(" ")}\``
  })
  const [next] = rest
  if (
    argv.length === 0 ||
    (asksForHelp && (next === undefined || next.startsWith("-") || shape.subcommands.length === 0))
  )
    return { _tag: "Help", of: shape }
  if (shape === root) {
    if (next === "--version") return { _tag: "Version" }
    if (next === "--completions") {
      const shell = SHELLS.find((shell) => shell === rest[1])
      return shell === undefined ? wrong(`--completions must be ${either(SHELLS)}`) : { _tag: "Completions", shell }
    }
  }
  const command = shape.subcommands.length === 0 ? shape : unnamedOf(shape)
  const names = shape.subcommands.map(nameOf)
  if (command === undefined) {
    const group = wordsOf(shape).join(" ")
    if (next === undefined) return wrong(`${group} needs a command: ${either(names)}`)
    return next.startsWith("-")
      ? wrong(`${group === "" ? "fettle" : group} has no option ${next}`)
      : wrong(`${group === "" ? "There is no" : `${group} has no`} command ${next}${perhaps(next, names)}`)
  }
  const sorted = sort(command, rest)
  const message = typeof sorted === "string" ? sorted : wrongIn(command, sorted)
  if (typeof sorted === "string" || message !== undefined) return wrong(message ?? "", command)
  return { _tag: "Run", path: command.path, given: givenIn(command, sorted) }
}
