/** @jsxImportSource hono/jsx */

import { DateTime } from "effect"
import { program } from "../../../platform/assets/assets.ts"
import { counted, number } from "../../../values/charts/format.ts"
import type { Device } from "../../imports/devices/devices.ts"
import type { Job } from "../../imports/jobs/job-notes.ts"
import type { ImportRecord } from "../../imports/ledger/store.ts"
import type { Upload } from "../../imports/uploads/uploads.ts"
import { ButtonForm, Form, type FormState, SelectField, TextField } from "../frame/form.tsx"
import { Instant } from "../frame/instant.tsx"
import type { Visit } from "../frame/page.ts"
import { HISTORY_PATH } from "../frame/paths.ts"
import { failureInWords, optionsAsked } from "./import-words.ts"
import { deviceAddress } from "./paths.ts"
import { Standing } from "./phone-shown.tsx"
import { ReportOf } from "./report.tsx"
import { SOURCE_NAMES, sourceName } from "./source-names.ts"
import { Sure } from "./sure.tsx"
import { WhatUndone } from "./what-undone.tsx"

const APPS = SOURCE_NAMES.flatMap(([source, name]) => (source === "csv" ? [] : [name]))

const UNKNOWN = ["", "As the file says"] as const

/** The choice of a file to upload. */
export const Choosing = ({ visit }: { readonly visit: Visit }) => (
  <Form state={visit.form("part")} to={HISTORY_PATH} data={{ "data-upload": "" }}>
    <div class="field">
      <label for="history-file">
        The export of an app, as it was downloaded, a FIT, TCX or GPX file, or an archive of Fettle
      </label>
      <span class="hint" id="history-file-hint">
        From {APPS.join(", ")}, or a table of your own: with the columns date, metric, value and unit, of foods with
        date, food and calories_kcal, or of sessions with date, exercise and duration_min. You see a preview before
        anything is written.
      </span>
      <input id="history-file" type="file" name="file" aria-describedby="history-file-hint" />
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
      <p>Uploading needs JavaScript. The operator can import a file with the command {program} import.</p>
    </noscript>
  </Form>
)

/** The options for what a file may leave open, with the command's option that the question about each names. */
const OPTIONS = [
  ["source", "--source"],
  ["weightUnit", "--weight-unit"],
  ["distanceUnit", "--distance-unit"],
  ["locale", "--locale"],
  ["person", "--person"],
  ["column", "--column"],
  ["steps", "--steps"],
  ["overwrite", "--overwrite"]
] as const
type Option = (typeof OPTIONS)[number][0]

const TEXTS = {
  locale: { label: "Language of dates", hint: "Such as en-US, en-GB or tr." },
  person: { label: "Whose readings", hint: "For a scale that several people use: your name as in the file." },
  column: { label: "Columns to read", hint: "As named in the file, separated by semicolons, or none." }
} as const
type TextOption = keyof typeof TEXTS

const CHOICES: Readonly<
  Record<Exclude<Option, TextOption>, readonly [label: string, ...options: ReadonlyArray<readonly [string, string]>]>
> = {
  source: ["App", UNKNOWN, ...SOURCE_NAMES],
  weightUnit: ["Unit of weights", UNKNOWN, ["kg", "Kilograms"], ["lb", "Pounds"]],
  distanceUnit: ["Unit of distances", UNKNOWN, ["km", "Kilometres"], ["mi", "Miles"]],
  steps: [
    "Several rows of steps for one time or day",
    UNKNOWN,
    ["sum", "Add them up"],
    ["largest", "Take the largest"]
  ],
  overwrite: ["Readings that you entered yourself", ["", "Stay"], ["yes", "Are replaced by those of the file"]]
}

const OptionField = ({
  state,
  name,
  value = "",
  isAsked
}: {
  readonly state: FormState
  readonly name: Option
  readonly value?: string | undefined
  /** Whether the file leaves it open. */
  readonly isAsked: boolean
}) => {
  if (name === "locale" || name === "person" || name === "column") {
    return <TextField state={state} name={name} {...TEXTS[name]} value={value} />
  }
  const [label, ...all] = CHOICES[name]
  const options = isAsked ? all.map((each) => (each === UNKNOWN ? (["", "Choose"] as const) : each)) : all
  return <SelectField state={state} name={name} label={label} value={value} options={options} />
}

/** Looks through the upload. Shows the options that the last attempt needs, or that were refused, and folds the others. */
const LookThrough = ({ visit, job }: { readonly visit: Visit; readonly job: Job | undefined }) => {
  const state = visit.form("check")
  const wanted = job?.state === "failed" ? optionsAsked(job) : new Set<string>()
  const asked = job?.state === "failed" || job?.state === "imported" ? job.asked : undefined
  const isNeeded = ([name, option]: (typeof OPTIONS)[number]) =>
    wanted.has(option) || asked?.[name] !== undefined || state.faults.has(name)
  const fieldsOf = (options: ReadonlyArray<(typeof OPTIONS)[number]>) =>
    options.map(([name, option]) => (
      <OptionField state={state} name={name} value={asked?.[name]} isAsked={wanted.has(option)} />
    ))
  const others = OPTIONS.filter((option) => !isNeeded(option))
  const isSeen = job?.state === "imported"
  const form = (
    <Form state={state} to={HISTORY_PATH}>
      {isSeen ? fieldsOf(OPTIONS) : fieldsOf(OPTIONS.filter(isNeeded))}
      {isSeen || others.length === 0 ? null : (
        <details>
          <summary>More options</summary>
          <div class="fields">{fieldsOf(others)}</div>
        </details>
      )}
      <button type="submit" class={isSeen ? "quiet" : ""}>
        {isSeen ? "Look through it again" : "Look through it"}
      </button>
    </Form>
  )
  return isSeen ? (
    <details open={state.faults.size > 0}>
      <summary>More options</summary>
      {form}
    </details>
  ) : (
    form
  )
}

/** A job's progress or result. `to` is the page that shows it. */
export const Progress = ({ visit, job, to }: { readonly visit: Visit; readonly job: Job; readonly to: string }) => {
  switch (job.state) {
    case "running":
      return (
        <p data-running={to} role="status">
          {job.progress}. <a href={to}>Refresh the progress</a>
        </p>
      )
    case "failed":
      return (
        <p class={job.refusal?._tag === "UnansweredQuestions" ? "notice" : "fault"} role="alert">
          {failureInWords(job)}
        </p>
      )
    case "imported":
      return <ReportOf report={job.report} options={job.asked} visit={visit} to={HISTORY_PATH} />
    case "undone":
      return <WhatUndone undone={job.undone} />
  }
}

/** The size of a file, in bytes: 31 bytes, 4 kB or 2.5 MB. */
const sizeText = (bytes: number): string =>
  bytes < 1000
    ? counted(bytes, "byte", "bytes")
    : bytes < 1e6
      ? `${number(bytes / 1000)} kB`
      : `${number(bytes / 1e6, 1)} MB`

/** The upload, and the current or last job. */
export const Working = ({
  visit,
  upload,
  job
}: {
  readonly visit: Visit
  readonly upload: Upload | undefined
  readonly job: Job | undefined
}) => {
  const isRunning = job?.state === "running"
  const isComplete = upload !== undefined && upload.received === upload.size
  return (
    <>
      {upload === undefined ? null : (
        <p>
          <strong>{upload.name}</strong>, {sizeText(upload.size)}
          {isComplete ? "" : ", not complete"}
        </p>
      )}
      {job === undefined ? null : <Progress visit={visit} job={job} to={HISTORY_PATH} />}
      {isComplete && !isRunning ? <LookThrough visit={visit} job={job} /> : null}
      {isRunning || upload !== undefined ? (
        <ButtonForm state={visit.form("cancel")} to={HISTORY_PATH}>
          {upload === undefined ? "Cancel" : "Cancel, and remove the upload"}
        </ButtonForm>
      ) : (
        <ButtonForm state={visit.form("done")} to={HISTORY_PATH}>
          Done
        </ButtonForm>
      )}
    </>
  )
}

/** The result of an import. */
const outcomeOf = ({ undoneAt, counts }: ImportRecord): string =>
  undoneAt !== null
    ? ", undone"
    : counts === null
      ? ", not finished"
      : `, ${counts.rows.read} rows, ${counts.rows.new} new`

/** A device's standing import, which can be undone on the device's page. */
const StandingImport = ({ device, visit }: { readonly device: Device; readonly visit: Visit }) => (
  <li>
    <div>
      <a href={deviceAddress(device.id)}>{device.name}</a>
      <span class="hint">
        sends by itself, <Standing device={device} user={visit.user} />
      </span>
    </div>
  </li>
)

/** The past imports, each with its undo; `devices` have standing ones. */
export const Imports = ({
  visit,
  imports,
  devices
}: {
  readonly visit: Visit
  readonly imports: ReadonlyArray<ImportRecord>
  readonly devices: ReadonlyArray<Device>
}) =>
  imports.length === 0 ? (
    <p>There are none yet.</p>
  ) : (
    <ul class="rows">
      {imports.map((record) => {
        const { id, source, file, startedAt, undoneAt } = record
        const device = devices.find(({ importId }) => importId === id)
        if (device !== undefined) return <StandingImport device={device} visit={visit} />
        return (
          <li>
            <div>
              <strong>{file}</strong>
              <span class="hint">
                {sourceName(source)}, <Instant at={DateTime.unsafeMake(startedAt)} user={visit.user} />
                {outcomeOf(record)}
              </span>
            </div>
            {undoneAt === null ? (
              <Sure summary="Undo" what={file}>
                <p>
                  What it added is removed, and what it replaced comes back. What you changed since stays. Only
                  importing the file again brings it back.
                </p>
                <ButtonForm
                  state={visit.form("undo")}
                  to={HISTORY_PATH}
                  fields={{ importId: id }}
                  className="danger"
                  label={`Undo the import of ${file}`}
                >
                  Undo the import
                </ButtonForm>
              </Sure>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
