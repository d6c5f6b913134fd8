/** @jsxImportSource hono/jsx */
import { DateTime, Effect, Option, Schema } from "effect"
import { Conflict, type Failure, NotFound } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import type { User } from "../../../contract/handler/user.ts"
import type { Achievements } from "../../../facts/achievements.ts"
import { changeUser } from "../../../features/accounts/accounts.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import type { UserId } from "../../../values/ids.ts"
import type { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import type { ArchiveStore } from "../../imports/archive/store.ts"
import { type Device, listDevices } from "../../imports/devices/devices.ts"
import type { DeviceStore } from "../../imports/devices/store.ts"
import { type Job, jobOf } from "../../imports/jobs/job-notes.ts"
import { Jobs } from "../../imports/jobs/jobs.ts"
import { parseChoices } from "../../imports/ledger/choices-file.ts"
import { type ImportRecord, ImportStore } from "../../imports/ledger/store.ts"
import { ImportId, importIds } from "../../imports/rows/model.ts"
import { ANSWERS } from "../../imports/rows/rows.ts"
import { SAMPLE_SOURCE } from "../../imports/sample/source.ts"
import type { UploadRefused } from "../../imports/uploads/upload-folder.ts"
import { takePart, type Upload, uploadOf } from "../../imports/uploads/uploads.ts"
import type { Fields } from "../frame/form.tsx"
import { type Action, action, change, formFault, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { HISTORY_PATH } from "../frame/paths.ts"
import { Download, redirect, type View } from "../frame/view.ts"
import { gone } from "./gone.ts"
import { Choosing, Imports, Working } from "./history-forms.tsx"
import { SHOW_FIELD, unitsChosen } from "./unit-offer.tsx"

type Services =
  | AccountStore
  | Achievements
  | ArchiveStore
  | DeviceStore
  | ImportStore
  | NewcomerStore
  | OwnExercises
  | Transactions

const Part = Schema.Struct({
  name: Schema.String.pipe(Schema.maxLength(255)),
  size: Schema.NumberFromString,
  at: Schema.NumberFromString,
  data: Schema.optionalWith(Schema.String, { default: () => "" })
})

const Options = Schema.Struct({
  ...ANSWERS,
  overwrite: present(Schema.Literal("yes")),
  removeMissing: present(Schema.Literal("yes"))
})

/** Unusable choices, as the page shows them above the form. */
const unusable = ({ message, people }: { readonly message: string; readonly people: string }): Failure =>
  new NotFound({ message, people })

/** What cannot be done now, as the page shows it above the form. */
const refused = ({ message }: UploadRefused): Failure => new Conflict({ message })

/**
 * The choices in a report's form: names and exercises, by number. Typed text takes precedence over an accepted
 * suggestion.
 */
const chosenIn = (fields: Fields): Readonly<Record<string, string>> => {
  const { suggested = [] } = fields
  const taken = new Set(typeof suggested === "string" ? [suggested] : suggested)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, name]) => {
      const [, number = ""] = /^name-(\d+)$/.exec(field) ?? []
      const typed = fields[`exercise-${number}`]
      const first = taken.has("all") || taken.has(number) ? fields[`first-${number}`] : undefined
      const exercise = [typed, first].find((each) => typeof each === "string" && each.trim() !== "")
      return number !== "" && typeof name === "string" && typeof exercise === "string"
        ? [[name, exercise.replace(/ \((exr_\w+)\)$/, "").trim()]]
        : []
    })
  )
}

/** A form's options, to be given again. */
const askedIn = (fields: Fields): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(Options.fields).flatMap((name) => {
      const value = fields[name]
      return typeof value === "string" && value !== "" ? [[name, value]] : []
    })
  )

/** The archive as a stream. */
const archiveOf = Effect.fnUntraced(function* (userId: UserId) {
  const { streamHistory } = yield* Effect.promise(() => import("../../imports/archive/export.ts"))
  return yield* streamHistory(userId)
})

/** The page: the import being chosen or worked on, past imports, and the export. */
const historyView = (
  visit: Visit,
  {
    upload,
    job,
    imports,
    devices
  }: {
    readonly upload: Upload | undefined
    readonly job: Job | undefined
    readonly imports: ReadonlyArray<ImportRecord>
    readonly devices: ReadonlyArray<Device>
  }
): View => ({
  title: "Import and export",

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
        <Imports visit={visit} imports={imports.toReversed()} devices={devices} />
      </section>
      <section class="card">
        <h2>Export</h2>
        <p>
          Everything you have as one ZIP archive, with tables for other apps. Tokens are not included. Fettle can import
          it again.
        </p>
        <p>
          <a href={`${HISTORY_PATH}?download=all`}>Download the archive</a>
        </p>
      </section>
    </>
  )
})

/** Import with a preview, the list of imports with undo, and export. The commands do the same. */
export const historyPage = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const store = yield* ImportStore
  const own = yield* OwnExercises
  const jobs = yield* Jobs

  const start = (dryRun: boolean): Action => ({
    run: (visit, fields) =>
      action(Options, (_visit, { overwrite, removeMissing, ...given }) =>
        Effect.gen(function* () {
          yield* visit.count
          const text = JSON.stringify(dryRun ? {} : chosenIn(fields))
          const choices = yield* Effect.mapError(parseChoices(text, yield* own.all(visit.user.id)), unusable)
          const [isOverwritten, isRemoved] = [overwrite === "yes", removeMissing === "yes"]
          const options = { ...given, dryRun, overwrite: isOverwritten, removeMissing: isRemoved, choices }
          // Before the import begins, whose transactions it would wait for.
          const units = unitsChosen(fields[SHOW_FIELD])
          if (!dryRun && Object.keys(units).length > 0)
            yield* Effect.mapError(
              changeUser(visit.user.id, (before: User) => ({ ...before, ...units })),
              gone
            ).pipe(Effect.provide(services))
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
        return new Download(`fettle-${day}.zip`, "application/zip", yield* Effect.provide(archiveOf(userId), services))
      }
      const upload = Option.getOrUndefined(yield* uploadOf(userId))
      const job = Option.getOrUndefined(yield* jobOf(userId))
      const imports = (yield* store.list(userId)).filter(({ source }) => source !== SAMPLE_SOURCE)
      const devices = yield* Effect.provide(listDevices(userId), services)
      return historyView(visit, { upload, job, imports, devices })
    }),
    actions: {
      part: {
        takesFile: true,
        ...action(Part, ({ user }, { name, size, at, data }) => {
          const taking = takePart(user.id, { name, size, at, bytes: Buffer.from(data, "base64url") })
          return Effect.zipRight(at === 0 ? jobs.cancel(user.id) : Effect.void, taking).pipe(
            Effect.mapBoth({
              onFailure: ({ message }) => formFault(message),
              onSuccess: () => redirect(HISTORY_PATH)
            })
          )
        })
      },
      check: start(true),
      import: start(false),
      cancel: withoutAccess(
        action(Schema.Struct({}), ({ user }) => Effect.as(jobs.cancel(user.id), redirect(HISTORY_PATH, "cancelled")))
      ),
      done: withoutAccess(
        action(Schema.Struct({}), ({ user }) => Effect.as(jobs.cancel(user.id), redirect(HISTORY_PATH)))
      ),
      undo: change(Schema.Struct({ importId: ImportId }), ({ user }, { importId }) =>
        importIds.userOf(importId) !== user.id
          ? new NotFound({ message: "You have no such import. Reload the page to see what is there." })
          : jobs
              .startUndo(user.id, importId)
              .pipe(Effect.mapBoth({ onFailure: refused, onSuccess: () => redirect(HISTORY_PATH) }))
      )
    }
  }
  return page
})
