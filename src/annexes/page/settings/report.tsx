/** @jsxImportSource hono/jsx */
import type { User } from "../../../contract/handler/user.ts"
import { exerciseById } from "../../../features/exercises/exercises.ts"
import { counted, number } from "../../../values/charts/format.ts"
import { missingInWords, notKeptInWords, replacedInWords } from "../../imports/rows/in-words.ts"
import type { MappedBy, Report } from "../../imports/rows/model.ts"
import { Form, type FormState, TextField } from "../frame/form.tsx"
import type { Visit } from "../frame/page.ts"
import { UnitOffer } from "./unit-offer.tsx"

/** Most left-out rows and exercises that the page shows. */
const MOST_SHOWN = 100

/** The outcomes of rows; those of none but new ones are left out. */
const outcomesOf = ({ rows }: Report): string =>
  [
    `${number(rows.new)} new`,
    ...Object.entries({
      unchanged: rows.unchanged,
      changed: rows.changed,
      merged: rows.merged,
      "left out": rows.leftOut
    }).flatMap(([outcome, count]) => (count === 0 ? [] : [`${number(count)} ${outcome}`]))
  ].join(", ")

/** What an import makes. */
const madeIn = ({ made }: Report): string => {
  const sets = counted(made.sets, "set", "sets")
  const all = [
    made.readings === 0 ? [] : [counted(made.readings, "reading", "readings")],
    made.entries === 0 ? [] : [counted(made.entries, "diary entry", "diary entries")],
    made.workouts === 0 ? [] : [`${counted(made.workouts, "workout", "workouts")} with ${sets}`],
    made.exercises === 0 ? [] : [counted(made.exercises, "exercise of your own", "exercises of your own")]
  ].flat()
  return all.length === 0 ? "nothing" : all.join(", ")
}

const Figures = ({ report }: { readonly report: Report }) => (
  <>
    <p>
      {report.rows.read} rows: {outcomesOf(report)}.
    </p>
    <p>
      {report.dryRun ? "Would make" : "Made"} {madeIn(report)}.
    </p>
  </>
)

const Folded = ({ summary, items }: { readonly summary: string; readonly items: ReadonlyArray<string> }) =>
  items.length === 0 ? null : (
    <details>
      <summary>{summary}</summary>
      <ul>
        {items.slice(0, MOST_SHOWN).map((item) => (
          <li>{item}</li>
        ))}
        {items.length > MOST_SHOWN ? <li>and {items.length - MOST_SHOWN} more</li> : null}
      </ul>
    </details>
  )

type Exercise = Report["exercises"][number]

const BY: Readonly<Record<typeof MappedBy.Type, string>> = {
  choice: "as you chose",
  name: "by its name",
  alias: "by the app's name for it",
  words: "by the same words",
  own: "of your own"
}

/** The catalogue's exercise that a name was mapped to. */
const foundAs = ({ name, exerciseId, by }: Exercise): string =>
  `${name}: ${exerciseById(exerciseId)?.name ?? "an exercise of your own"}, ${BY[by]}`

/** An unknown exercise name with suggestions, the first of them selectable with one tap. */
const Unknown = ({
  state,
  exercise: { name, suggestions: [first, ...others] = [] },
  index
}: {
  readonly state: FormState
  readonly exercise: Exercise
  readonly index: number
}) => (
  <>
    <input type="hidden" name={`name-${index}`} value={name} />
    <TextField
      state={state}
      name={`exercise-${index}`}
      label={name}
      list={[first, ...others].flatMap((each) => each?.name ?? [])}
      {...(others.length === 0 ? {} : { hint: `Or perhaps ${others.map((each) => each.name).join(", ")}.` })}
    />
    {first === undefined ? null : (
      <p>
        <input type="hidden" name={`first-${index}`} value={first.name} />
        <label>
          <input type="checkbox" name="suggested" value={String(index)} /> It is {first.name}
        </label>
      </p>
    )}
  </>
)

/** How many exercises without a suggestion are asked about at a time. */
const AT_A_TIME = 10

type Numbered = readonly [exercise: Exercise, index: number]

/** The exercises without a suggestion, ten at a time: the others follow when they are asked for. */
const Rest = ({ state, rest }: { readonly state: FormState; readonly rest: ReadonlyArray<Numbered> }) => {
  const more = rest.slice(AT_A_TIME)
  return (
    <>
      {rest.slice(0, AT_A_TIME).map(([exercise, index]) => (
        <Unknown state={state} exercise={exercise} index={index} />
      ))}
      {more.length === 0 ? null : (
        <details>
          <summary>
            {more.length > AT_A_TIME ? `The next ${AT_A_TIME} of ${more.length}` : `${more.length} more`}
          </summary>
          <div class="fields">
            <Rest state={state} rest={more} />
          </div>
        </details>
      )}
    </>
  )
}

/** The exercises with a suggestion: one tick takes all, and each can be decided alone. */
const Suggested = ({ state, known }: { readonly state: FormState; readonly known: ReadonlyArray<Numbered> }) =>
  known.length === 0 ? null : (
    <>
      <p>
        <label>
          <input type="checkbox" name="suggested" value="all" /> Take{" "}
          {known.length === 1 ? "the suggestion" : `all ${known.length} suggestions`}
        </label>
      </p>
      <details>
        <summary>See {known.length === 1 ? "it" : "them"}</summary>
        <div class="fields">
          {known.map(([exercise, index]) => (
            <Unknown state={state} exercise={exercise} index={index} />
          ))}
        </div>
      </details>
    </>
  )

/** What the file does not have any more: after a preview, with the offer to remove it. */
const Missing = ({ report: { dryRun, missing } }: { readonly report: Report }) => {
  const text = missingInWords(missing)
  if (text === undefined) return null
  if (!dryRun) return <p>{missing.removed ? `Removed: ${text}.` : `${text}. They stay.`}</p>
  return (
    <>
      <p>{text}. They stay, unless you deleted them in the app and want them removed here, too.</p>
      <p>
        <label>
          <input type="checkbox" name="removeMissing" value="yes" /> Remove them
        </label>
      </p>
    </>
  )
}

/** The form that imports a previewed file, with the most used exercises first. */
const ImportForm = ({
  state,
  to,
  options,
  own,
  report,
  user
}: {
  readonly report: Report
  readonly user: User
  readonly state: FormState
  readonly to: string
  readonly options: Readonly<Record<string, string>>
  readonly own: ReadonlyArray<Exercise>
}) => {
  const numbered = own.map((exercise, index): Numbered => [exercise, index])
  const [known, rest] = [true, false].map((isKnown) =>
    numbered.filter(([{ suggestions = [] }]) => suggestions.length > 0 === isKnown)
  )
  return (
    <Form state={state} to={to}>
      {Object.entries(options).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {own.length === 0 ? null : (
        <p>
          {counted(own.length, "exercise is", "exercises are")} not in the catalogue, and become exercises of your own.
          If you mean another, choose or type it.
        </p>
      )}
      <UnitOffer units={report.units} user={user} />
      <Missing report={report} />
      <Suggested state={state} known={known ?? []} />
      <div class="buttons">
        <button type="submit">Import</button>
      </div>
      {rest === undefined || rest.length === 0 ? null : (
        <>
          <Rest state={state} rest={rest} />
          <button type="submit">Import with these choices</button>
        </>
      )}
    </Form>
  )
}

/** What an import did or would do; after a preview, with exercises to choose and the button to import. */
export const ReportOf = ({
  report,
  options,
  visit,
  to
}: {
  readonly report: Report
  /** The options of the preview. */
  readonly options: Readonly<Record<string, string>>
  readonly visit: Visit
  readonly to: string
}) => {
  const { dryRun, leftOut, replaced, exercises, warnings, notKept } = report
  const own = exercises
    .filter(({ by }) => by === "own")
    .sort((one, other) => (other.sets ?? 0) - (one.sets ?? 0))
    .slice(0, MOST_SHOWN)
  const mapped = exercises.filter(({ by }) => by !== "own")
  return (
    <>
      <h3>{dryRun ? "What would be done" : "What was done"}</h3>
      <Figures report={report} />
      {warnings.slice(0, MOST_SHOWN).map((warning) => (
        <p>{warning}</p>
      ))}
      <Folded summary={dryRun ? "What would be replaced" : "What was replaced"} items={replaced.map(replacedInWords)} />
      {dryRun ? null : <Missing report={report} />}
      <Folded summary="What is not kept" items={notKept.map(notKeptInWords)} />
      <Folded
        summary="Rows left out, and why"
        items={leftOut.map(({ file, line, reason }) => `${file}, line ${line}: ${reason}`)}
      />
      <Folded summary="Exercises that were found" items={mapped.map(foundAs)} />
      {dryRun ? (
        <ImportForm
          state={visit.form("import")}
          to={to}
          options={options}
          own={own}
          report={report}
          user={visit.user}
        />
      ) : null}
    </>
  )
}
