import type { Command } from "./command.ts"
import type { Part } from "./parameters.ts"

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
 * The subcommand that runs if none is named. A group has no arguments of its own, so `fettle import FILE` means
 * `fettle import file FILE`.
 */
const UNNAMED = "file"

const shapeAt = (
  { name, meaning, parts, subcommands }: Command<unknown, unknown>,
  above: ReadonlyArray<string>
): Shape => {
  const path = [...above, name]
  return {
    path,
    meaning,
    options: parts.filter(({ name }) => name.startsWith("-")),
    arguments: parts.filter(({ name }) => !name.startsWith("-")),
    subcommands: subcommands.map((subcommand) => shapeAt(subcommand, path))
  }
}

/** The program with these commands. */
export const shapeOf = (meaning: string, commands: ReadonlyArray<Command<unknown, unknown>>): Shape => ({
  path: [],
  meaning,
  options: [],
  arguments: [],
  subcommands: commands.map((command) => shapeAt(command, []))
})

/** The subcommand that runs if none is named. */
export const unnamedOf = ({ subcommands }: Shape): Shape | undefined =>
  subcommands.find(({ path }) => path.at(-1) === UNNAMED)

/** The words that a person types to reach a command. */
export const wordsOf = ({ path }: Shape): ReadonlyArray<string> => path.filter((word) => word !== UNNAMED)
