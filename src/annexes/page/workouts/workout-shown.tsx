/** @jsxImportSource hono/jsx */
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import type { ShownRecords } from "../../../features/workouts/records.ts"
import { counted, longDay, number, shortDay, signed } from "../../../values/charts/format.ts"
import type { DistanceUnit, WeightUnit } from "../../../values/units.ts"
import { namedRecords } from "../exercises/records.ts"
import type { OutputOf } from "../frame/page.ts"
import { exerciseAddress } from "../frame/paths.ts"
import { Tile, Tiles } from "../trends/figures.tsx"
import { type ComparedSet, compared, type Done, doneAfter, NONE_DONE } from "./compared.ts"
import { typeText } from "./set-types.ts"
import { setText } from "./sets.ts"
import { MOST_ROWS } from "./workout-bounds.ts"
import { workoutAddress } from "./workout-paths.ts"
import { countSets } from "./workout-rows.ts"

type Recorded = OutputOf<"get_recorded_workout">

/** The exercises in which a workout set records. */
const withRecords = ({ workout, records }: Recorded) =>
  workout.exercises.filter((_, index) => Object.keys(records[index] ?? {}).length > 0)

/** What a workout adds up to: its time, sets and volume, against the last one of its name, and its records. */
export const Sum = ({ recorded, unit }: { readonly recorded: Recorded; readonly unit: WeightUnit }) => {
  const { workout, volume, before } = recorded
  const { durationSeconds, exercises } = workout
  const broken = withRecords(recorded)
  const count = broken.reduce(
    (sum, exercise) => sum + Object.keys(recorded.records[exercises.indexOf(exercise)] ?? {}).length,
    0
  )
  const content = `${counted(exercises.length, "exercise", "exercises")}, ${counted(countSets(exercises), "set", "sets")}`
  const more = before === undefined || volume === undefined ? undefined : volume - before.volume
  return (
    <section class="card" aria-label="Sum">
      <Tiles>
        {durationSeconds === undefined ? (
          <Tile
            label="Sets"
            value={number(countSets(exercises))}
            note={counted(exercises.length, "exercise", "exercises")}
          />
        ) : (
          <Tile label="Time" value={number(durationSeconds / 60)} unit="min" note={content} />
        )}
        {volume === undefined ? null : (
          <Tile
            label="Volume"
            value={number(volume)}
            unit={unit}
            note={
              more === undefined || before === undefined ? undefined : (
                <span class={more < 0 ? "fall" : more > 0 ? "gain" : "soft"}>
                  {more === 0 ? `as on ${shortDay(before.date)}` : `${signed(more)} since ${shortDay(before.date)}`}
                </span>
              )
            }
          />
        )}
        {count === 0 ? null : (
          <Tile label="Records" value={number(count)} note={[...new Set(broken.map(({ name }) => name))].join(", ")} />
        )}
      </Tiles>
    </section>
  )
}

/** How many sets of each exercise a page shows: all of what a form can hold, and the first ones of more. */
const shownSets = ({ exercises }: ShownWorkout): ReadonlyArray<number> => {
  let left = MOST_ROWS
  return exercises.map(({ sets }) => {
    const shown = Math.min(sets.length, left)
    left -= shown
    return shown
  })
}

const Unshown = ({ count }: { readonly count: number }) =>
  count === 0 ? null : (
    <p class="soft">
      {count} more {count === 1 ? "set" : "sets"}, which an agent or a program can list.
    </p>
  )

/** Which exercises were done in turns with this one. */
const inTurns = ({ exercises }: ShownWorkout, at: number): string => {
  const others = exercises.filter(({ superset }, index) => index !== at && superset === exercises[at]?.superset)
  return others.length === 0 ? "" : `Superset, in turns with ${others.map(({ name }) => name).join(" and ")}`
}

/** What an exercise's head says beside its name: its records, or how it compares with last time. */
const Compared = ({
  records,
  rows,
  isFirst,
  unit
}: {
  readonly records: ShownRecords
  readonly rows: ReadonlyArray<ComparedSet>
  readonly isFirst: boolean
  readonly unit: DistanceUnit
}) => {
  if (isFirst) return <small>for the first time</small>
  const named = namedRecords(records, unit)
  if (named.length > 0)
    return <small class="gain">{named.map(({ name, text }) => `${name.toLowerCase()}, ${text}`).join("; ")}</small>
  return rows.every(({ earlier, change }) => earlier !== undefined && change === undefined) ? (
    <small>as last time</small>
  ) : null
}

const Row = ({
  row: { set, label, earlier, change },
  unit
}: {
  readonly row: ComparedSet
  readonly unit: DistanceUnit
}) => (
  <tr>
    <th scope="row">
      <span aria-hidden="true">{label}</span>
      <span class="said">{`Set ${set.setNumber}${typeText(set)}`}</span>
    </th>
    <td>
      <span class="set">{setText(set, unit)}</span>
      {change === undefined ? null : <span class={change.isBetter ? "gain" : "fall"}> {change.text}</span>}
    </td>
    <td class="earlier">{earlier === undefined ? "" : setText(earlier, unit)}</td>
  </tr>
)

/** The sets of each exercise as rows, each beside that of last time, with what is better or worse. */
export const Exercises = ({
  recorded: { workout, records, lastTimes },
  distanceUnit: unit
}: {
  readonly recorded: Recorded
  readonly distanceUnit: DistanceUnit
}) => {
  const shown = shownSets(workout)
  const done = new Map<string, Done>()
  return (
    <section class="card" aria-label="Exercises">
      <div class="exercises">
        {workout.exercises.map(({ exerciseId, name, superset, notes, sets, weightIs }, index) => {
          const last = lastTimes.find((each) => each.exerciseId === exerciseId)?.last
          const before = done.get(exerciseId) ?? NONE_DONE
          const rows = compared(sets, last?.sets ?? [], unit, { done: before, weightIs })
          done.set(exerciseId, doneAfter(before, sets))
          return (
            <div>
              <h2 class="aside">
                <a href={exerciseAddress(exerciseId)}>{name}</a>{" "}
                <Compared records={records[index] ?? {}} rows={rows} isFirst={last === undefined} unit={unit} />
              </h2>
              {superset === undefined ? null : <p class="soft">{inTurns(workout, index)}</p>}
              <table class="compared">
                <thead>
                  <tr>
                    <th scope="col">
                      <span class="said">Set</span>
                    </th>
                    <th scope="col">
                      <span class="said">Done</span>
                    </th>
                    <th scope="col" class="earlier">
                      {last === undefined ? null : <a href={workoutAddress(last.workoutId)}>{longDay(last.date)}</a>}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.slice(0, shown[index]).map((row) => (
                    <Row row={row} unit={unit} />
                  ))}
                </tbody>
              </table>
              {notes === undefined ? null : <p class="notes">{notes}</p>}
              <Unshown count={sets.length - (shown[index] ?? 0)} />
            </div>
          )
        })}
      </div>
      {workout.notes === undefined ? null : <p class="notes">{workout.notes}</p>}
    </section>
  )
}
