import { CliConfig, CommandDescriptor, type HelpDoc, type Span, type Usage } from "@effect/cli"
import { HashMap, Option } from "effect"

/** An option or an argument of a command. */
export interface Part {
  /** `--name` or `FILE`. */
  readonly name: string
  /** The placeholder for its value, such as `TZ`; undefined for a flag. */
  readonly value: string | undefined
  /** Its possible values; empty if it accepts any text. */
  readonly choices: ReadonlyArray<string>
  readonly isRequired: boolean
  readonly isRepeatable: boolean
  readonly meaning: string
}

/** A command, its subcommands, options and arguments. */
export interface Shape {
  /** The names that lead to it, such as `user`, `create`; empty for the program itself. */
  readonly path: ReadonlyArray<string>
  readonly meaning: string
  readonly options: ReadonlyArray<Part>
  readonly arguments: ReadonlyArray<Part>
  readonly subcommands: ReadonlyArray<Shape>
}

/**
 * The subcommand that runs if none is named. In @effect/cli, a command with subcommands has no arguments of its own, so
 * `fettle import FILE` means `fettle import file FILE`.
 */
const UNNAMED = "file"

const config = CliConfig.make({ showBuiltIns: false })

const textOf = (span: Span.Span): string => {
  switch (span._tag) {
    case "Text":
    case "URI":
      return span.value
    case "Sequence":
      return textOf(span.left) + textOf(span.right)
    default:
      return textOf(span.value)
  }
}

/** The paragraphs of a text and of its lists, in order. */
const paragraphsOf = (doc: HelpDoc.HelpDoc): ReadonlyArray<string> => {
  switch (doc._tag) {
    case "Paragraph":
      return [textOf(doc.value)]
    case "Sequence":
      return [...paragraphsOf(doc.left), ...paragraphsOf(doc.right)]
    case "Enumeration":
      return doc.elements.flatMap(paragraphsOf)
    default:
      return []
  }
}

/** A text of @effect/cli on one line. */
export const sentenceOf = (doc: HelpDoc.HelpDoc): string => paragraphsOf(doc).join("; ")

type Meanings = ReadonlyMap<string, string>

/**
 * The meaning of each option and argument. @effect/cli puts a sentence about the type before it, and one about being
 * optional after it.
 */
const meaningsOf = (doc: HelpDoc.HelpDoc): Meanings => {
  switch (doc._tag) {
    case "DescriptionList":
      return new Map(
        doc.definitions.map(([name, text]) => [textOf(name).split(" ")[0] ?? "", paragraphsOf(text)[1] ?? ""])
      )
    case "Sequence":
      return new Map([...meaningsOf(doc.left), ...meaningsOf(doc.right)])
    default:
      return new Map()
  }
}

const partsOf = (usage: Usage.Usage, meanings: Meanings): ReadonlyArray<Part> => {
  switch (usage._tag) {
    case "Named": {
      const [name = ""] = usage.names
      const value = Option.getOrUndefined(usage.acceptedValues)
      const part = { value, choices: value?.includes(" | ") === true ? value.split(" | ") : [] }
      const isAlways = { isRequired: true, isRepeatable: false }
      return [{ ...part, ...isAlways, name: name.replace(/^<|>$/g, ""), meaning: meanings.get(name) ?? "" }]
    }
    case "Optional":
      return partsOf(usage.usage, meanings).map((part) => ({ ...part, isRequired: false }))
    case "Repeated":
      return partsOf(usage.usage, meanings).map((part) => ({ ...part, isRepeatable: true }))
    case "Concat":
    case "Alternation":
      return [...partsOf(usage.left, meanings), ...partsOf(usage.right, meanings)]
    default:
      return []
  }
}

type Descriptor = CommandDescriptor.Command<unknown>

/** The names of the subcommands in order, which only the help contains. */
const namesIn = (help: HelpDoc.HelpDoc): ReadonlyArray<string> => {
  switch (help._tag) {
    case "Enumeration":
      return help.elements.map((element) => sentenceOf(element).split(" ")[0] ?? "")
    case "Sequence":
      return [...namesIn(help.left), ...namesIn(help.right)]
    default:
      return []
  }
}

const shapeAt = (descriptor: Descriptor, path: ReadonlyArray<string>): Shape => {
  const help = CommandDescriptor.getHelp(descriptor, config)
  const subcommands = HashMap.toEntries(CommandDescriptor.getSubcommands(descriptor))
  const parts = partsOf(CommandDescriptor.getUsage(descriptor), meaningsOf(help)).slice(1)
  return {
    path,
    meaning: paragraphsOf(help)[0] ?? "",
    options: parts.filter(({ name }) => name.startsWith("-")),
    arguments: parts.filter(({ name }) => !name.startsWith("-")),
    subcommands: namesIn(help).flatMap((name) =>
      subcommands.flatMap(([key, subcommand]) => (key === name ? [shapeAt(subcommand, [...path, name])] : []))
    )
  }
}

/** The program with these commands. */
export const shapeOf = (meaning: string, commands: ReadonlyArray<{ readonly descriptor: Descriptor }>): Shape => ({
  path: [],
  meaning,
  options: [],
  arguments: [],
  subcommands: commands.map(({ descriptor }) => shapeAt(descriptor, [...CommandDescriptor.getNames(descriptor)]))
})

/** The subcommand that runs if none is named. */
export const unnamedOf = ({ subcommands }: Shape): Shape | undefined =>
  subcommands.find(({ path }) => path.at(-1) === UNNAMED)

/** The words that a person types to reach a command. */
export const wordsOf = ({ path }: Shape): ReadonlyArray<string> => path.filter((word) => word !== UNNAMED)
