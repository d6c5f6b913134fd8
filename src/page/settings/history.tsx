/** @jsxImportSource hono/jsx */
import { PassThrough, Readable } from "node:stream"
import { DateTime, Effect, Option, Schema } from "effect"
import type { AccountStore } from "../../accounts/store.ts"
import { type Failure, NotFound } from "../../contract/errors.ts"
import type { Transactions } from "../../database/transactions.ts"
import { OwnExercises } from "../../exercises/store.ts"
import type { Achievements } from "../../facts/facts.ts"
import { exportHistory } from "../../history/archive/export.ts"
import type { ArchiveStore } from "../../history/archive/store.ts"
import { parseChoices } from "../../history/choices-file.ts"
import { ImportId, type Undone, userOfImport } from "../../history/model.ts"
import { SOURCES } from "../../history/rows.ts"
import { type ImportRecord, ImportStore } from "../../history/store.ts"
import { undoImport } from "../../history/undo-import.ts"
import { cancelUpload, type Job, jobOf, startJob, takePart, type Upload, uploadOf } from "../../history/uploads.ts"
import { ButtonForm, type Fields, Form, SelectField, TextField } from "../form.tsx"
import { Instant } from "../instant.tsx"
import { type Action, action, change, fieldFault, type Page, type Visit } from "../page.ts"
import { Download, redirect, type View } from "../view.ts"
import { ReportOf } from "./report.tsx"
import { RELOAD_SCRIPT, UPLOAD_SCRIPT } from "./upload-script.ts"

const HISTORY_PATH = "/app/settings/history"

type Services = AccountStore | Achievements | ArchiveStore | ImportStore | OwnExercises | Transactions

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

const UNKNOWN = ["", "As the file says"] as const

/** A refusal of an upload or import, as the page shows it above the form. */
const refused = ({ message }: { readonly message: string }): Failure => new NotFound({ message })

const Choosing = ({ visit }: { readonly visit: Visit }) => (
  <Form state={visit.form("part")} to={HISTORY_PATH} data={{ "data-upload": "" }}>
    <div class="field">
      <label for="history-file">The export of an app, as it was downloaded, or an archive of Fettle</label>
      <input id="history-file" type="file" name="file" />
    </div>
    <button type="submit" disabled>
      Upload
    </button>
    <progress max="1" value="0" hidden aria-label="Upload" />
    <button type="button" class="quiet" hidden>
      Stop
    </button>
    <p role="status" class="soft" />
    <noscript>
      <p>Uploading needs JavaScript. The operator can import a file with the command fettle import.</p>
    </noscript>
  </Form>
)

/** What the file may leave open. */
const Asked = ({ visit }: { readonly visit: Visit }) => {
  const state = visit.form("check")
  const choice = (name: string, label: string, options: ReadonlyArray<readonly [string, string]>) => (
    <SelectField state={state} name={name} label={label} options={[UNKNOWN, ...options]} />
  )
  return (
    <Form state={state} to={HISTORY_PATH}>
      {choice(
        "source",
        "App",
        SOURCES.map((source) => [source, source] as const)
      )}
      {choice("weightUnit", "Unit of weights", [
        ["kg", "Kilograms"],
        ["lb", "Pounds"]
      ])}
      {choice("distanceUnit", "Unit of distances", [
        ["km", "Kilometres"],
        ["mi", "Miles"]
      ])}
      <TextField
        state={state}
        name="locale"
        label="Language of dates"
        hint="Such as en or tr, if you are asked for it."
      />
      <SelectField
        state={state}
        name="overwrite"
        label="Readings that you entered yourself"
        options={[
          ["", "Stay"],
          ["yes", "Are replaced by those of the file"]
        ]}
      />
      <button type="submit">Look through it</button>
      <p class="hint">Nothing is written yet. You see what would be done first.</p>
    </Form>
  )
}

const Working = ({
  visit,
  upload,
  job
}: {
  readonly visit: Visit
  readonly upload: Upload
  readonly job: Job | undefined
}) => {
  const { name, size, received } = upload
  const isRunning = job?.state === "running"
  return (
    <>
      <p>
        <strong>{name}</strong>, {(size / 1e6).toFixed(1)} MB{received < size ? ", not complete" : ""}
      </p>
      {isRunning ? (
        <p data-running="" role="status">
          {job.dryRun ? "Looking through the file" : "Importing"}: {Math.round(job.share * 100)} %.{" "}
          <a href={HISTORY_PATH}>Show how far it is now</a>
        </p>
      ) : null}
      {job?.state === "failed" ? (
        <p class="fault" role="alert">
          {job.message}
        </p>
      ) : null}
      {job?.state === "done" ? (
        <ReportOf report={job.report} options={job.options} visit={visit} to={HISTORY_PATH} />
      ) : null}
      {isRunning || (job?.state === "done" && !job.report.dryRun) || received < size ? null : <Asked visit={visit} />}
      <ButtonForm state={visit.form("cancel")} to={HISTORY_PATH}>
        {job?.state === "done" && !job.report.dryRun ? "Done" : "Cancel, and remove the upload"}
      </ButtonForm>
    </>
  )
}

const Imports = ({ visit, imports }: { readonly visit: Visit; readonly imports: ReadonlyArray<ImportRecord> }) =>
  imports.length === 0 ? (
    <p>There are none yet.</p>
  ) : (
    <ul class="rows">
      {imports.map(({ id, source, file, startedAt, undoneAt, counts }) => (
        <li>
          <div>
            <strong>{file}</strong>
            <span class="hint">
              {source}, <Instant at={DateTime.unsafeMake(startedAt)} user={visit.user} />
              {undoneAt !== null
                ? ", undone"
                : counts === null
                  ? ", not finished"
                  : `, ${counts.rows.read} rows, ${counts.rows.new} new`}
            </span>
          </div>
          {undoneAt === null ? (
            <ButtonForm
              state={visit.form("undo")}
              to={HISTORY_PATH}
              fields={{ importId: id }}
              className="danger"
              label={`Undo ${file}`}
            >
              Undo
            </ButtonForm>
          ) : null}
        </li>
      ))}
    </ul>
  )

const undoneView = ({ removed, restored, kept }: Undone): View => ({
  title: "Undone",
  content: (
    <>
      <h1>The import is undone</h1>
      <section class="card">
        <p>
          {removed} removed, {restored} restored, {kept.length} kept.
        </p>
        <ul>
          {kept.map(({ kind, id, reason }) => (
            <li>
              {kind} {id}: {reason}
            </li>
          ))}
        </ul>
        <p>
          <a href={HISTORY_PATH}>Back</a>
        </p>
      </section>
    </>
  )
})

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

  const start = (dryRun: boolean): Action => ({
    run: (visit, fields) =>
      action(Options, (_visit, { overwrite, ...given }) =>
        Effect.gen(function* () {
          yield* visit.count
          const text = JSON.stringify(dryRun ? {} : chosenIn(fields))
          const choices = yield* Effect.mapError(parseChoices(text, yield* own.all(visit.user.id)), refused)
          const options = { ...given, dryRun, overwrite: overwrite === "yes", choices }
          yield* Effect.mapError(startJob(visit.user.id, options, askedIn(fields)), refused)
          return redirect(HISTORY_PATH)
        }).pipe(Effect.provide(services))
      ).run(visit, fields)
  })

  const page: Page = {
    path: HISTORY_PATH,
    setting: {
      label: "Import and export",
      about: "Your history from other apps, and everything you have as one file."
    },
    messages: { cancelled: "The upload is removed." },
    show: Effect.fnUntraced(function* (visit) {
      const userId = visit.user.id
      if (visit.query.download === "all") {
        const stream = new PassThrough()
        const day = DateTime.formatIsoDateUtc(visit.now)
        const writing = Effect.ignoreLogged(exportHistory(userId, { stream })).pipe(Effect.provide(services))
        yield* Effect.forkDaemon(writing)
        return new Download(`fettle-${day}.zip`, "application/zip", Readable.toWeb(stream))
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
              {upload === undefined ? <Choosing visit={visit} /> : <Working visit={visit} upload={upload} job={job} />}
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
      part: action(Part, ({ user }, { name, size, at, data }) =>
        Effect.mapBoth(takePart(user.id, { name, size, at, bytes: Buffer.from(data, "base64url") }), {
          onFailure: ({ message }) => fieldFault("file", message),
          onSuccess: () => redirect(HISTORY_PATH)
        })
      ),
      check: start(true),
      import: start(false),
      cancel: action(Schema.Struct({}), ({ user }) =>
        Effect.as(cancelUpload(user.id), redirect(HISTORY_PATH, "cancelled"))
      ),
      undo: change(Schema.Struct({ importId: ImportId }), ({ user }, { importId }) =>
        userOfImport(importId) !== user.id
          ? new NotFound({ message: "You have no such import. Reload the page to see what is there." })
          : undoImport(importId).pipe(
              Effect.mapBoth({ onFailure: refused, onSuccess: undoneView }),
              Effect.provide(services)
            )
      )
    }
  }
  return page
})
