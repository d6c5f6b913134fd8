/** @jsxImportSource hono/jsx */
import { PassThrough, Readable } from "node:stream"
import { DateTime, Effect, Option, Schema } from "effect"
import type { AccountStore } from "../../accounts/store.ts"
import { Conflict, type Failure, NotFound } from "../../contract/errors.ts"
import { inOwnTime } from "../../database/work.ts"
import { OwnExercises } from "../../exercises/store.ts"
import type { Achievements } from "../../facts/facts.ts"
import type { ArchiveStore } from "../../history/archive/store.ts"
import { parseChoices } from "../../history/choices-file.ts"
import { Jobs, jobOf } from "../../history/jobs.ts"
import { ImportId, userOfImport } from "../../history/model.ts"
import { SOURCES } from "../../history/rows.ts"
import { ImportStore } from "../../history/store.ts"
import type { UploadRefused } from "../../history/upload-folder.ts"
import { takePart, uploadOf } from "../../history/uploads.ts"
import type { UserId } from "../../values/ids.ts"
import type { Fields } from "../form.tsx"
import { type Action, action, change, fieldFault, type Page } from "../page.ts"
import { HISTORY_PATH } from "../paths.ts"
import { Download, redirect } from "../view.ts"
import { Choosing, Imports, Working } from "./history-forms.tsx"
import { RELOAD_SCRIPT, UPLOAD_SCRIPT } from "./upload-script.ts"

type Services = AccountStore | Achievements | ArchiveStore | OwnExercises

const Part = Schema.Struct({
  name: Schema.String.pipe(Schema.maxLength(500)),
  size: Schema.NumberFromString,
  at: Schema.NumberFromString,
  data: Schema.optionalWith(Schema.String, { default: () => "" })
})

const Options = Schema.Struct({
  source: Schema.optionalWith(Schema.Literal(...SOURCES), { exact: true }),
  weightUnit: Schema.optionalWith(Schema.Literal("kg", "lb"), { exact: true }),
  distanceUnit: Schema.optionalWith(Schema.Literal("km", "mi"), { exact: true }),
  locale: Schema.optionalWith(Schema.String, { exact: true }),
  overwrite: Schema.optionalWith(Schema.Literal("yes"), { exact: true })
})

/** Choices that cannot be used, as the page shows it above the form. */
const unusable = ({ message }: { readonly message: string }): Failure => new NotFound({ message })

/** What cannot be done now, as the page shows it above the form. */
const refused = ({ message }: UploadRefused): Failure => new Conflict({ message })

/** The choices of a report's form: names and exercises, by number. Blank ones stay own exercises. */
const chosenIn = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, exercise]) => {
      const [, number] = /^exercise-(\d+)$/.exec(field) ?? []
      const name = fields[`name-${number}`]
      return typeof name === "string" && typeof exercise === "string" && exercise.trim() !== ""
        ? [[name, exercise.replace(/ \((exr_\w+)\)$/, "").trim()]]
        : []
    })
  )

/** The options of a form, to be given again. */
const askedIn = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(Options.fields).flatMap((name) => {
      const value = fields[name]
      return typeof value === "string" && value !== "" ? [[name, value]] : []
    })
  )

/** Import with a look through it first, the list of imports with undo, and export. The commands do the same. */
export const historyPage = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const store = yield* ImportStore
  const own = yield* OwnExercises
  const jobs = yield* Jobs

  /** The archive as a stream. If it breaks off, so does the stream, and the browser tells that the download failed. */
  const archiveOf = Effect.fnUntraced(function* (userId: UserId) {
    const stream = new PassThrough()
    const { exportHistory } = yield* Effect.promise(() => import("../../history/archive/export.ts"))
    const writing = exportHistory(userId, { stream }).pipe(
      Effect.catchAllCause((cause) =>
        Effect.zipRight(
          Effect.logWarning("A download of an archive broke off", cause),
          Effect.sync(() => stream.destroy())
        )
      ),
      Effect.provide(services),
      // It goes on when the request is answered, as long as its reader takes.
      inOwnTime(userId)
    )
    yield* Effect.forkDaemon(writing)
    return Readable.toWeb(stream)
  })

  const start = (dryRun: boolean): Action => ({
    run: (visit, fields) =>
      action(Options, (_visit, { overwrite, ...given }) =>
        Effect.gen(function* () {
          yield* visit.count
          const text = JSON.stringify(dryRun ? {} : chosenIn(fields))
          const choices = yield* Effect.mapError(parseChoices(text, yield* own.all(visit.user.id)), unusable)
          const options = { ...given, dryRun, overwrite: overwrite === "yes", choices }
          yield* Effect.mapError(jobs.startImport(visit.user.id, options, askedIn(fields)), refused)
          return redirect(HISTORY_PATH)
        })
      ).run(visit, fields)
  })

  const page: Page = {
    path: HISTORY_PATH,
    setting: {
      label: "Import and export",
      about: "Your history from other apps, and everything you have as one file."
    },
    messages: { cancelled: "Cancelled. What was imported before that stays, and can be undone below." },
    show: Effect.fnUntraced(function* (visit) {
      const userId = visit.user.id
      if (visit.query.download === "all") {
        yield* visit.count
        const day = DateTime.formatIsoDateUtc(visit.now)
        return new Download(`fettle-${day}.zip`, "application/zip", yield* archiveOf(userId))
      }
      const upload = Option.getOrUndefined(yield* uploadOf(userId))
      const job = Option.getOrUndefined(yield* jobOf(userId))
      const imports = yield* store.list(userId)
      return {
        title: "Import and export",
        scripts: [UPLOAD_SCRIPT, RELOAD_SCRIPT],
        content: (
          <>
            <h1>Import and export</h1>
            <section class="card">
              <h2>Import</h2>
              {upload === undefined && job === undefined ? (
                <Choosing visit={visit} />
              ) : (
                <Working visit={visit} upload={upload} job={job} />
              )}
            </section>
            <section class="card">
              <h2>Imports</h2>
              <Imports visit={visit} imports={imports.toReversed()} />
            </section>
            <section class="card">
              <h2>Export</h2>
              <p>
                Everything you have as one ZIP archive, with tables for other apps. Tokens stay out. Fettle takes it
                back.
              </p>
              <p>
                <a href={`${HISTORY_PATH}?download=all`}>Download the archive</a>
              </p>
            </section>
          </>
        )
      }
    }),
    actions: {
      part: action(Part, ({ user }, { name, size, at, data }) => {
        const taking = takePart(user.id, { name, size, at, bytes: Buffer.from(data, "base64url") })
        return Effect.zipRight(at === 0 ? jobs.cancel(user.id) : Effect.void, taking).pipe(
          Effect.mapBoth({
            onFailure: ({ message }) => fieldFault("file", message),
            onSuccess: () => redirect(HISTORY_PATH)
          })
        )
      }),
      check: start(true),
      import: start(false),
      cancel: action(Schema.Struct({}), ({ user }) =>
        Effect.as(jobs.cancel(user.id), redirect(HISTORY_PATH, "cancelled"))
      ),
      done: action(Schema.Struct({}), ({ user }) => Effect.as(jobs.cancel(user.id), redirect(HISTORY_PATH))),
      undo: change(Schema.Struct({ importId: ImportId }), ({ user }, { importId }) =>
        userOfImport(importId) !== user.id
          ? new NotFound({ message: "You have no such import. Reload the page to see what is there." })
          : jobs
              .startUndo(user.id, importId)
              .pipe(Effect.mapBoth({ onFailure: refused, onSuccess: () => redirect(HISTORY_PATH) }))
      )
    }
  }
  return page
})
