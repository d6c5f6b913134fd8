import type { FileSystem } from "@effect/platform"
import { Effect, Layer } from "effect"
import { type AppConfig, layer as configLayer } from "../../config.ts"
import { layer as logging } from "../../platform/telemetry/log/log.ts"
import { withReadableErrors } from "./faults.ts"
import { type Command, within } from "./usage/command.ts"
import { type Shape, shapeOf } from "./usage/shape.ts"

/** What is wrong, in a sentence. */
interface Failure {
  readonly message: string
}

/** A command that can be run. */
export type Runnable = Command<Failure, FileSystem.FileSystem>

/** Settings and logging, for every command. The doctor reads the settings itself. */
const settings = Layer.provideMerge(logging, configLayer)

const withSettings = (command: Command<Failure, AppConfig | FileSystem.FileSystem>): Runnable =>
  within((run: Effect.Effect<void, Failure, AppConfig | FileSystem.FileSystem>) =>
    run.pipe(withReadableErrors, Effect.provide(settings))
  )(command)

const MEANING = "One person's fitness data for programs and AI agents, over REST and MCP."

/** The commands by name, in the order of the help. Only the one that is run is loaded. */
const COMMANDS: Readonly<Record<string, () => Promise<Runnable>>> = {
  serve: async () => withSettings((await import("./serve.ts")).serve),
  migrate: async () => withSettings((await import("./migrate.ts")).migrate),
  user: async () => withSettings((await import("./user.ts")).user),
  token: async () => withSettings((await import("./token.ts")).token),
  app: async () => withSettings((await import("./app.ts")).app),
  webhook: async () => withSettings((await import("./webhook.ts")).webhook),
  meal: async () => withSettings((await import("./meal.ts")).meal),
  "login-link": async () => withSettings((await import("./login-link.ts")).loginLink),
  catalogue: async () => withSettings((await import("./catalogue.ts")).catalogue),
  import: async () => withSettings((await import("./import.ts")).importHistory),
  export: async () => withSettings((await import("./export.ts")).exportCommand),
  backup: async () => withSettings((await import("./backup.ts")).backup),
  restore: async () => withSettings((await import("./backup.ts")).restore),
  move: async () => withSettings((await import("./move.ts")).moveCommand),
  connect: async () => withSettings((await import("./connect.ts")).connect),
  doctor: async () => (await import("./doctor.ts")).doctor
}

/** The program with its commands, of which those that a command line does not name are known by name only. */
export interface Program {
  readonly shape: Shape
  readonly commands: ReadonlyArray<Runnable>
}

const unloaded = (name: string): Runnable => ({ name, meaning: "", parts: [], subcommands: [], run: undefined })

/** Whether a command line asks for what all commands have: help, or the completions of a shell. */
const asksForAll = ([first, second]: ReadonlyArray<string>): boolean =>
  first === undefined ||
  (first.startsWith("-") && first !== "--version") ||
  (first === "help" && (second === undefined || second.startsWith("-")))

/** The program with the command that the command line names, or with all commands if it asks for them. */
export const programFor = async (argv: ReadonlyArray<string>): Promise<Program> => {
  const named = argv[0] === "help" ? argv[1] : argv[0]
  const isAsked = (name: string) => name === named || asksForAll(argv)
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(([name, load]) => (isAsked(name) ? load() : unloaded(name)))
  )
  return { shape: shapeOf(MEANING, commands), commands }
}
