/** @jsxImportSource hono/jsx */
import type { Report } from "../../history/model.ts"
import { Form, TextField } from "../form.tsx"
import type { Visit } from "../page.ts"

/** Most rows left out, and most exercises, that the page shows. */
const MOST_SHOWN = 100

const Figures = ({ report: { rows, made, dryRun } }: { readonly report: Report }) => (
  <>
    <p>
      {rows.read} rows: {rows.new} new, {rows.unchanged} unchanged, {rows.changed} changed, {rows.merged} merged,{" "}
      {rows.leftOut} left out.
    </p>
    <p>
      {dryRun ? "Would make" : "Made"} {made.readings} readings, {made.entries} diary entries, {made.workouts} workouts
      with {made.sets} sets, {made.exercises} exercises of your own.
    </p>
  </>
)

/** What an import did or would do; after a look through it, with the exercises to choose and the button to import. */
export const ReportOf = ({
  report,
  options,
  visit,
  to
}: {
  readonly report: Report
  /** What the file was looked through with. */
  readonly options: Readonly<Record<string, string>>
  readonly visit: Visit
  readonly to: string
}) => {
  const { dryRun, leftOut, exercises, warnings } = report
  const state = visit.form("import")
  const own = exercises.filter(({ by }) => by === "own").slice(0, MOST_SHOWN)
  const mapped = exercises.filter(({ by }) => by !== "own").slice(0, MOST_SHOWN)
  return (
    <>
      <h3>{dryRun ? "What would be done" : "What was done"}</h3>
      <Figures report={report} />
      {warnings.slice(0, MOST_SHOWN).map((warning) => (
        <p>{warning}</p>
      ))}
      {leftOut.length === 0 ? null : (
        <details>
          <summary>Rows left out, and why</summary>
          <ul>
            {leftOut.slice(0, MOST_SHOWN).map(({ file, line, reason }) => (
              <li>
                {file}, line {line}: {reason}
              </li>
            ))}
            {leftOut.length > MOST_SHOWN ? <li>and {leftOut.length - MOST_SHOWN} more</li> : null}
          </ul>
        </details>
      )}
      {mapped.length === 0 ? null : (
        <details>
          <summary>Exercises that were found</summary>
          <ul>
            {mapped.map(({ name, exerciseId, by }) => (
              <li>
                {name}: {exerciseId} (by {by})
              </li>
            ))}
          </ul>
        </details>
      )}
      {dryRun ? (
        <Form state={state} to={to}>
          {Object.entries(options).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          {own.length === 0 ? null : <p>These become exercises of your own. If you mean another, choose or type it.</p>}
          {own.map(({ name, suggestions = [] }, index) => (
            <>
              <input type="hidden" name={`name-${index}`} value={name} />
              <TextField
                state={state}
                name={`exercise-${index}`}
                label={name}
                list={suggestions.map((each) => each.name)}
                hint={`Perhaps ${suggestions.map((each) => each.name).join(", ")}.`}
              />
            </>
          ))}
          <button type="submit">Import</button>
        </Form>
      ) : null}
    </>
  )
}
