import { constants, existsSync, rmSync, statSync } from "node:fs"
import { access } from "node:fs/promises"
import { SqlClient } from "@effect/sql"
import { Clock, Data, Effect, Option } from "effect"
import { AppConfig } from "../../config.ts"
import { program } from "../../platform/assets/assets.ts"
import * as Client from "../../platform/database/client.ts"
import { copyFolder, pack, unpack } from "../../platform/database/copies.ts"
import { databaseFolder, folderAt } from "../../platform/database/data-folder.ts"
import * as Embedded from "../../platform/database/embedded.ts"
import { draftOf, sweepDrafts } from "../../platform/files/drafts.ts"
import { fileCodeOf, fileSentence } from "../../platform/files/fault.ts"
import { json, print } from "./output.ts"
import { command } from "./usage/command.ts"
import { argument, meaning } from "./usage/parameters.ts"

/** A backup could not be made or restored. The message says what to do. */
class BackupFailed extends Data.TaggedError("BackupFailed")<{ readonly message: string }> {}

const file = argument("FILE")

/** The folder of the embedded database. Fails if the settings name a PostgreSQL. */
const embeddedFolder = Effect.fn("embeddedFolder")(function* (tool: string) {
  const { databaseUrl, dataDir } = yield* AppConfig
  if (Option.isSome(databaseUrl))
    return yield* new BackupFailed({
      message: `DATABASE_URL: this command is for the embedded database. Use PostgreSQL's own tools: ${tool}`
    })
  return yield* folderAt(dataDir)
})

/** Why work on files failed: in the operating system's words for `path`, or in the error's own. */
const because = (path: string, otherwise: string) => (error: unknown) =>
  new BackupFailed({
    message:
      fileSentence(error, path, otherwise) ??
      `${path}: ${error instanceof Error ? error.message : String(error)}. ${otherwise.replace(/^./, (letter) => letter.toUpperCase())}`
  })

const attempt = (path: string, otherwise: string, work: () => Promise<void>) =>
  Effect.tryPromise({ try: work, catch: because(path, otherwise) })

/**
 * Copies the files while this client has a transaction. The only backend then works for nobody else, so the files are
 * as after a crash, and contain everything acknowledged. They are packed afterwards.
 */
const copyAtRest = Effect.fn("copyAtRest")(
  function* (folder: string, file: string, to: string) {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CHECKPOINT`
    yield* sql.withTransaction(
      Effect.zipRight(
        sql`SELECT 1`,
        attempt(file, "name another file, on a disk with room for the database twice", () =>
          copyFolder(databaseFolder(folder), to)
        )
      )
    )
  },
  Effect.provide(Client.layer(Embedded.forCommand, 0))
)

export const backup = command(
  {
    name: "backup",
    meaning: `Back up the embedded database to one file, even while its server runs. ${program} restore reads it.`
  },
  { file: file.pipe(meaning("The file to write, which must not exist yet.")), json },
  ({ file, json }) =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder(`pg_dump "$DATABASE_URL" --file fettle.sql`)
      const refuse = (problem: string) => new BackupFailed({ message: `${file}: ${problem}` })
      const ensureFree = Effect.suspend(() =>
        existsSync(file) ? refuse("the file already exists. Name another one") : Effect.void
      )
      yield* ensureFree
      const now = yield* Clock.currentTimeMillis
      const writer = yield* Effect.try({
        try: () => sweepDrafts(file, now),
        catch: because(file, "name another file")
      })
      if (writer !== undefined)
        return yield* refuse(`process ${writer} is writing this backup. Wait until it has ended`)
      const copy = draftOf(file, "copy")
      yield* Effect.gen(function* () {
        yield* copyAtRest(folder, file, copy)
        yield* ensureFree
        yield* attempt(file, "name another file, on a disk with room for it", () => pack(copy, file))
      }).pipe(Effect.ensuring(Effect.sync(() => rmSync(copy, { recursive: true, force: true }))))
      const bytes = statSync(file).size
      yield* print(json, { file, bytes }, [
        `Backed up ${folder} to ${file} (${(bytes / 1e6).toFixed(1)} MB). It is as confidential as the database`
      ])
    })
)

export const restore = command(
  {
    name: "restore",
    meaning: "Restore the embedded database from a backup, into a DATA_DIR that has none. Start the server afterwards."
  },
  { file: file.pipe(meaning("A file made by the command backup.")), json },
  ({ file, json }) =>
    Effect.gen(function* () {
      const folder = yield* embeddedFolder(`psql "$DATABASE_URL" --set ON_ERROR_STOP=1 --file fettle.sql`)
      if (!existsSync(file)) return yield* new BackupFailed({ message: `${file}: no such file. Correct the path` })
      yield* attempt(file, "name another backup", () => access(file, constants.R_OK))
      yield* Embedded.restoreInto(
        folder,
        file,
        (database) => unpack(file, database),
        (error) =>
          fileCodeOf(error) === undefined
            ? because(`${file}: it cannot be restored`, "name another backup")(error)
            : because(folder, "set DATA_DIR to another folder")(error)
      )
      yield* print(json, { folder }, [`Restored ${file} to ${folder}. Next: start the server`])
    })
)
