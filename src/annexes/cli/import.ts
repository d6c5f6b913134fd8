import { FileSystem } from "@effect/platform"
import { DateTime, Effect, Option, Schema } from "effect"
import { OwnExercises } from "../../features/exercises/store.ts"
import { program } from "../../platform/assets/assets.ts"
import { type Device, listDevices } from "../imports/devices/devices.ts"
import { parseChoices, UnusableChoices } from "../imports/ledger/choices-file.ts"
import { ImportStore } from "../imports/ledger/store.ts"
import { UnknownImport, undoImport } from "../imports/ledger/undo-import.ts"
import { missingInWords, notKeptInWords, replacedInWords } from "../imports/rows/in-words.ts"
import { ImportId, type Report } from "../imports/rows/model.ts"
import { SOURCES } from "../imports/sources.ts"
import { announcingStores, stores } from "./database.ts"
import { continues } from "./interrupted.ts"
import { knownUser } from "./known-user.ts"
import { timezone, userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"
import { progressBar } from "./progress.ts"
import { command, group } from "./usage/command.ts"
import { argument, flag, meaning, oneOf, option, optional, placeholder, read, WrongUsage } from "./usage/parameters.ts"

/** Most left-out rows printed for people; --json lists all. */
const MOST_SHOWN = 50

const count = (number: number) => number.toLocaleString("en-US")

/** What the file no longer states, and what became of that. */
const goneLines = ({ dryRun, replaced, missing }: Report): ReadonlyArray<string> => {
  const names = replaced.slice(0, MOST_SHOWN).map((fact) => `  ${replacedInWords(fact)}`)
  const more =
    replaced.length > MOST_SHOWN ? [`  and ${count(replaced.length - MOST_SHOWN)} more; --json shows all`] : []
  const text = missingInWords(missing)
  const rest = missing.removed ? "removed" : "--remove-missing removes them"
  return [
    ...(replaced.length > 0 ? [dryRun ? "Would be replaced:" : "Replaced:", ...names, ...more] : []),
    ...(text === undefined ? [] : [`Missing: ${text}: ${rest}`])
  ]
}

/** A report as the command prints it for people. */
export const reportLines = (report: Report): ReadonlyArray<string> => {
  const { importId, source, dryRun, rows, made, leftOut, exercises, warnings, notKept } = report
  return [
    dryRun ? `Dry run of a file from ${source}: nothing was written` : `Import ${importId} from ${source}`,
    `${count(rows.read)} rows read: ${count(rows.new)} new, ${count(rows.unchanged)} unchanged, ${count(rows.changed)} changed, ${count(rows.merged)} merged, ${count(rows.leftOut)} left out`,
    `${dryRun ? "Would make" : "Made"} ${count(made.readings)} readings, ${count(made.entries)} diary entries, ${count(made.workouts)} workouts with ${count(made.sets)} sets, ${count(made.exercises)} exercises of the user's own`,
    ...goneLines(report),
    ...warnings.map((warning) => `Mind: ${warning}`),
    ...(notKept.length > 0 ? ["Not kept:"] : []),
    ...notKept.map((kind) => `  ${notKeptInWords(kind)}`),
    ...(leftOut.length > 0 ? ["Left out:"] : []),
    ...leftOut.slice(0, MOST_SHOWN).map(({ file, line, reason }) => `  ${file}, line ${line}: ${reason}`),
    ...(leftOut.length > MOST_SHOWN ? [`  and ${count(leftOut.length - MOST_SHOWN)} more; --json shows all`] : []),
    ...(exercises.length > 0 ? ["Exercises:"] : []),
    ...exercises.map(({ name, exerciseId, by, suggestions = [] }) => {
      const meant = suggestions.map((suggestion) => `${suggestion.name} (${suggestion.exerciseId})`).join(", ")
      return `  ${name} → ${exerciseId} (${by})${meant === "" ? "" : `; perhaps ${meant}: pass --map`}`
    }),
    ...(dryRun || importId === null ? [] : [`To take it back: ${program} import undo ${importId}`])
  ]
}

const locale = option("locale").pipe(
  placeholder("LANG"),
  meaning(
    "Language of the dates, such as en-US or tr, if the file does not show it: for names of months, and whether the month comes first."
  ),
  read((text) =>
    Effect.try({
      try: () => Intl.getCanonicalLocales(text)[0] ?? text,
      catch: () => new WrongUsage({ message: `--locale must be a language such as en or tr; received ${text}` })
    })
  ),
  optional
)

const options = {
  user: userOption,
  source: option("source").pipe(
    oneOf(SOURCES),
    meaning("The app that the file is from. Default: recognised by its content."),
    optional
  ),
  weightUnit: option("weight-unit").pipe(
    oneOf(["kg", "lb"]),
    meaning("Unit of weights, if the file does not state it."),
    optional
  ),
  distanceUnit: option("distance-unit").pipe(
    oneOf(["km", "mi"]),
    meaning("Unit of distances, if the file does not state it."),
    optional
  ),
  person: option("person").pipe(
    placeholder("NAME"),
    meaning("Whose readings to take, if a scale's file has those of several people."),
    optional
  ),
  column: option("column").pipe(
    placeholder("NAMES"),
    meaning(
      "Columns to read that may hold weights, body fat or steps, separated by semicolons, or none, if the import asks."
    ),
    optional
  ),
  steps: option("steps").pipe(
    oneOf(["sum", "largest"]),
    meaning(
      "How to count several rows of steps for the same time, or for the same day without a time, if the file has some."
    ),
    optional
  ),
  timezone: optional(timezone("Timezone of the file's times. Default: the user's.")),
  locale,
  map: option("map").pipe(
    placeholder("FILE"),
    meaning("Exercises for names in the file: JSON, or lines of a name, a tab, and an exercise's id or name."),
    optional
  ),
  overwrite: flag("overwrite").pipe(meaning("Replace readings that were entered by hand. Default: they stay.")),
  removeMissing: flag("remove-missing").pipe(
    meaning(
      "Remove what earlier files of the same app have on days between the first and the last of this one that it does not mention. Default: it stays, and is counted."
    )
  ),
  dryRun: flag("dry-run").pipe(meaning("Report what would be done, and write nothing.")),
  json
}

const choicesIn = Effect.fnUntraced(function* (
  path: string,
  userId: Effect.Effect.Success<ReturnType<typeof knownUser>>
) {
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    files.readFileString(path),
    () => new UnusableChoices({ problem: `${path} cannot be read. Check its name` })
  )
  return yield* parseChoices(text, yield* (yield* OwnExercises).all(userId))
})

const run = command(
  {
    name: "file",
    meaning:
      "Import a person's history from another app. The same file again changes nothing; an interrupted import continues."
  },
  {
    file: argument("FILE").pipe(meaning("The export of the app, as it was downloaded, or a FIT, TCX or GPX file.")),
    ...options
  },
  ({ file, user, map, dryRun, overwrite, removeMissing, json, ...asked }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(user)
      const choices = Option.isSome(map) ? yield* choicesIn(map.value, userId) : new Map<string, string>()
      const given = {
        ...Option.match(asked.source, { onNone: () => ({}), onSome: (source) => ({ source }) }),
        ...Option.match(asked.weightUnit, { onNone: () => ({}), onSome: (weightUnit) => ({ weightUnit }) }),
        ...Option.match(asked.distanceUnit, { onNone: () => ({}), onSome: (distanceUnit) => ({ distanceUnit }) }),
        ...Option.match(asked.person, { onNone: () => ({}), onSome: (person) => ({ person }) }),
        ...Option.match(asked.column, { onNone: () => ({}), onSome: (column) => ({ column }) }),
        ...Option.match(asked.steps, { onNone: () => ({}), onSome: (steps) => ({ steps }) }),
        ...Option.match(asked.timezone, { onNone: () => ({}), onSome: (timezone) => ({ timezone }) }),
        ...Option.match(asked.locale, { onNone: () => ({}), onSome: (locale) => ({ locale }) })
      }
      const bar = progressBar(process.stderr)
      // The readers are loaded only here, so that other commands start without them.
      const { importFile } = yield* Effect.promise(() => import("../imports/ledger/import-file.ts"))
      const report = yield* importFile(
        userId,
        file,
        { ...given, dryRun, overwrite, removeMissing, choices },
        ({ share, rows }) => bar.show(share, rows)
      ).pipe(Effect.ensuring(bar.end), continues)
      yield* print(json, report, reportLines(report))
    }).pipe(Effect.provide(announcingStores))
)

const iso = (millis: number | null) => (millis === null ? null : DateTime.formatIso(DateTime.unsafeMake(millis)))

/** A standing import's state in `import list`, from its device. */
const standing = (device: Device | undefined) =>
  device === undefined
    ? null
    : {
        deviceId: device.id,
        state: device.endedAt !== null ? "ended" : device.pausedAt !== null ? "paused" : "open",
        lastArrival: iso(device.arrivedAt),
        arrivals: device.arrived?.arrivals ?? 0,
        new: device.arrived?.rows.new ?? 0
      }

const list = command(
  { name: "list", meaning: "List a user's imports, including the standing ones of devices." },
  { user: userOption, json },
  ({ user, json }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(user)
      const devices = yield* listDevices(userId)
      const imports = (yield* (yield* ImportStore).list(userId)).map((record) => ({
        importId: record.id,
        source: record.source,
        file: record.file,
        at: iso(record.startedAt),
        rows: record.counts?.rows ?? null,
        undoneAt: iso(record.undoneAt),
        standing: standing(devices.find(({ importId }) => importId === record.id))
      }))
      const state = ({ rows, undoneAt, standing }: (typeof imports)[number]) =>
        undoneAt !== null
          ? `undone ${undoneAt}`
          : standing !== null
            ? `standing, ${standing.state}, last arrival ${standing.lastArrival}, ${count(standing.new)} new`
            : rows === null
              ? "not finished"
              : `${count(rows.read)} rows, ${count(rows.new)} new`
      yield* print(
        json,
        { imports },
        columns(
          ["IMPORT", "SOURCE", "FILE", "AT", ""],
          imports.map((each) => [each.importId, each.source, each.file, each.at ?? "", state(each)])
        )
      )
    }).pipe(Effect.provide(stores))
)

const undo = command(
  { name: "undo", meaning: "Take back what an import made, except what has been changed since." },
  {
    id: argument("IMPORT_ID").pipe(meaning("The import's id, which import list shows.")),
    json
  },
  ({ id, json }) =>
    Effect.gen(function* () {
      const importId = yield* Option.match(Schema.decodeOption(ImportId)(id), {
        onNone: () => Effect.fail(new UnknownImport({ id })),
        onSome: Effect.succeed
      })
      const undone = yield* undoImport(importId)
      const { removed, restored, kept } = undone
      yield* print(json, undone, [
        `Undid ${importId}: ${count(removed)} removed, ${count(restored)} restored, ${count(kept.length)} kept`,
        ...kept.map(({ kind, id, reason }) => `  ${kind} ${id}: ${reason}`)
      ])
    }).pipe(Effect.provide(stores))
)

export const importHistory = group(
  { name: "import", meaning: `Import a person's history from another app: ${program} import FILE --user ID.` },
  [run, list, undo]
)
