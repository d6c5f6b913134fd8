import { resolve } from "node:path"
import { Config, Console, Context, Effect, Layer, Option, Redacted } from "effect"
import { AppConfig } from "../../config.ts"
import * as Client from "../../platform/database/client.ts"
import * as Embedded from "../../platform/database/embedded.ts"
import { PoolStatus } from "../../platform/database/pool-status.ts"
import { fileSentence } from "../../platform/files/fault.ts"
import { CannotStart } from "../../values/cannot-start.ts"
import { type DatabaseServers, databaseServers } from "../../values/database-url.ts"
import { ensureCurrent } from "./database.ts"
import { continues } from "./interrupted.ts"
import { databaseOf } from "./move/database.ts"
import { MoveFailed } from "./move/failed.ts"
import { type Moved, move } from "./move/move.ts"
import { moveProgress } from "./move-progress.ts"
import { invalid } from "./options.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"
import { meaning, option, optional, placeholder, read, type WrongUsage } from "./usage/parameters.ts"

/** A named database: the folder of an embedded one, or PostgreSQL. */
type Named = { readonly folder: string } | { readonly servers: Redacted.Redacted<DatabaseServers> }

/** The database that a text names. `name` is the option or the setting with the text. */
const named = (name: string, text: string): Effect.Effect<Named, WrongUsage> => {
  const servers = databaseServers(text)
  if (servers !== undefined) return Effect.succeed({ servers: Redacted.make(servers) })
  return text.includes("://") || text.trim() === ""
    ? Effect.fail(
        invalid(`${name} must be a PostgreSQL URL such as postgres://user:password@host:5432/fettle, or a folder`)
      )
    : Effect.succeed({ folder: text })
}

const to = option("to").pipe(
  placeholder("TARGET"),
  meaning(
    "The target: the URL of an empty PostgreSQL database, or a new folder for an embedded one. Every user of this machine can see a command's options, so give a URL with a password in MOVE_TO or a file."
  ),
  read((text) => named("--to", text)),
  optional
)

const toFile = option("to-file").pipe(
  placeholder("FILE"),
  meaning("A file with the target. Default without --to: the environment variable MOVE_TO."),
  read((path) =>
    Effect.tryPromise({
      try: () => Bun.file(path).text(),
      catch: (error) =>
        invalid(`--to-file: ${fileSentence(error, path, "name another file") ?? `${path} cannot be read`}`)
    }).pipe(Effect.flatMap((text) => named("--to-file", text.trim())))
  ),
  optional
)

/** The target from whichever place it was given in. */
const targetOf = (to: Option.Option<Named>, toFile: Option.Option<Named>) =>
  Option.match(
    Option.orElse(to, () => toFile),
    {
      onSome: (target) => Effect.succeed(target),
      onNone: () =>
        Effect.flatMap(Config.withDefault(Config.string("MOVE_TO"), ""), (text) =>
          text.trim() === ""
            ? Effect.fail(invalid("--to is missing: name the target with --to, with --to-file, or in MOVE_TO"))
            : named("MOVE_TO", text.trim())
        )
    }
  )

const placeOf = (named: Named): string => {
  if ("folder" in named) return `the embedded database in ${named.folder}`
  const { database, hosts } = Redacted.value(named.servers)
  return `the database ${database} at ${hosts}`
}

const clientOf = (named: Named): Client.Client =>
  "folder" in named ? Embedded.forMove(named.folder) : Client.externalAsItIs(named.servers, 1, 0)

const opened = Effect.fnUntraced(function* (named: Named) {
  const services = yield* Layer.build(clientOf(named))
  if (Context.get(services, PoolStatus).isPooled) {
    return yield* new MoveFailed({
      message: `${placeOf(named)} is reached through a pooler. Name the PostgreSQL server itself for a move`
    })
  }
  return services
})

/** The database in the settings. Fails unless it has the schema of this version. */
const openSource = Effect.gen(function* () {
  const { databaseUrl, dataDir } = yield* AppConfig
  const named = Option.match(databaseUrl, {
    onNone: (): Named => ({ folder: dataDir }),
    onSome: (servers): Named => ({ servers })
  })
  if ("folder" in named) yield* Embedded.mustBeThere(named.folder)
  const services = yield* opened(named)
  yield* Effect.provide(ensureCurrent, services)
  return { named, database: databaseOf(placeOf(named), services) }
})

/** Rewrites a message about a setting to one about `--to`. */
const aboutTarget = ({ message }: CannotStart) =>
  new CannotStart({ message: message.replaceAll(/DATA_DIR|DATABASE_URL/g, "--to") })

const openTarget = (named: Named, source: Named) =>
  "folder" in named && "folder" in source && resolve(named.folder) === resolve(source.folder)
    ? Effect.fail(new MoveFailed({ message: `--to: ${named.folder} is the source itself. Name another folder` }))
    : opened(named).pipe(
        Effect.catchTag("CannotStart", (error) => aboutTarget(error)),
        Effect.map((services) => databaseOf(placeOf(named), services))
      )

const nextStep = (target: Named): string =>
  "folder" in target
    ? `Next: set DATA_DIR to ${target.folder}, leave DATABASE_URL out, and start the server.`
    : "Next: set DATABASE_URL to the URL of the target, and start the server."

const count = (number: number) => number.toLocaleString("en-US")

const lines = ({ tables, copiedBefore, leftOut }: Moved, from: Named, to: Named): ReadonlyArray<string> => [
  `Moved ${placeOf(from)} to ${placeOf(to)}. Counts and checksums of all ${tables.length} tables are equal:`,
  ...tables.flatMap(({ table, rows }) => (rows === 0 ? [] : [`${count(rows).padStart(12)}  ${table}`])),
  ...(copiedBefore > 0 ? [`An earlier run had copied ${count(copiedBefore)} of these rows.`] : []),
  ...(leftOut.length > 0 ? [`Left out, because they are not Fettle's: ${leftOut.join(", ")}`] : []),
  nextStep(to),
  "The source is unchanged. Do not start a server on it again: what that stored would be missing in the target."
]

export const moveCommand = command(
  {
    name: "move",
    meaning:
      "Copy everything from this database to another one: from embedded to PostgreSQL, back, or between two of the same kind. Stop the server first. An interrupted move continues when it is run again."
  },
  { to, toFile, json },
  ({ to: given, toFile, json }) =>
    Effect.gen(function* () {
      const to = yield* targetOf(given, toFile)
      const progress = moveProgress(process.stderr)
      yield* Console.error("Opening both databases")
      const source = yield* openSource
      const target = yield* openTarget(to, source.named)
      const moved = yield* move(source.database, target, progress.show).pipe(Effect.ensuring(progress.end), continues)
      yield* print(json, { from: source.database.place, to: target.place, ...moved }, lines(moved, source.named, to))
    }).pipe(Effect.scoped)
)
