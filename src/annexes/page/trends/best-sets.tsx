/** @jsxImportSource hono/jsx */

import { counted, longDay, number } from "../../../values/charts/format.ts"
import { Spark } from "../../../values/charts/spark.tsx"
import type { DistanceUnit } from "../../../values/units.ts"
import type { Trends } from "../features/overview/definition.ts"
import { exerciseAddress } from "../frame/paths.ts"
import { setText } from "../workouts/sets.ts"
import { workoutAddress } from "../workouts/workout-paths.ts"
import type { Days } from "./trend-card.tsx"

type Exercise = Trends["training"]["exercises"][number]

type Placed = NonNullable<Exercise["best"]>

/** A set with its day, which links to its workout. */
const SetLink = ({ set, unit }: { readonly set: Placed; readonly unit: DistanceUnit }) => (
  <a href={workoutAddress(set.workoutId)}>{setText(set, unit)}</a>
)

/** The estimated one-repetition maximum, with the set that it is estimated from. */
const Estimate = ({
  exercise: { best, bestEstimatedOneRepMax: estimate, estimatedFrom: from },
  unit
}: {
  readonly exercise: Exercise
  readonly unit: DistanceUnit
}) => {
  if (estimate === undefined || from === undefined) return null
  const isBest = from.workoutId === best?.workoutId && from.setNumber === best.setNumber
  return (
    <>
      <br />
      <span class="soft">
        1RM about {number(estimate.value, 1)} {estimate.unit}
        {isBest ? null : (
          <>
            , from <SetLink set={from} unit={unit} />, {longDay(from.date)}
          </>
        )}
      </span>
    </>
  )
}

/** The smallest range of estimates that fills a line's height. */
const LEAST = 10

const Line = ({
  exercise: { name, estimates, bestEstimatedOneRepMax: best },
  from,
  to
}: Days & { readonly exercise: Exercise }) =>
  estimates === undefined ? null : (
    <Spark
      points={estimates.periods.map(({ first, best }) => ({ first, mean: best, trend: best }))}
      from={from}
      to={to}
      grain={estimates.grain}
      least={LEAST}
      label={`${name}: estimated one-rep max from ${number(estimates.periods[0]?.best ?? 0, 1)} to ${number(estimates.periods.at(-1)?.best ?? 0, 1)} ${best?.unit ?? ""}`}
    />
  )

const Item = ({
  exercise,
  distanceUnit,
  ...days
}: Days & { readonly exercise: Exercise; readonly distanceUnit: DistanceUnit }) => {
  const { exerciseId, name, sessions, best } = exercise
  return (
    <li>
      <div>
        <a href={exerciseAddress(exerciseId)}>
          <strong>{name}</strong>
        </a>
        <br />
        <span class="soft">{counted(sessions, "session", "sessions")}</span>
        <Line exercise={exercise} {...days} />
      </div>
      {best === undefined ? (
        <span class="soft">warm-ups only</span>
      ) : (
        <div>
          <SetLink set={best} unit={distanceUnit} />
          <br />
          <span class="soft">{longDay(best.date)}</span>
          <Estimate exercise={exercise} unit={distanceUnit} />
        </div>
      )}
    </li>
  )
}

/** How many exercises are shown at once. The others unfold. */
const MOST_AT_ONCE = 5

/**
 * The most trained exercises, each with its best set, its estimated one-repetition maximum with its own set and day, and
 * a small line of that. Empty if nothing was trained.
 */
export const BestSets = ({
  exercises,
  ...shown
}: Days & {
  readonly exercises: ReadonlyArray<Exercise>
  readonly distanceUnit: DistanceUnit
}) => {
  const list = (some: ReadonlyArray<Exercise>) => (
    <ul class="plain best">
      {some.map((exercise) => (
        <Item exercise={exercise} {...shown} />
      ))}
    </ul>
  )
  return exercises.length === 0 ? null : (
    <section class="card" aria-labelledby="best-sets">
      <h2 id="best-sets">Best sets</h2>
      {list(exercises.slice(0, MOST_AT_ONCE))}
      {exercises.length <= MOST_AT_ONCE ? null : (
        <details>
          <summary>All {exercises.length}</summary>
          {list(exercises.slice(MOST_AT_ONCE))}
        </details>
      )}
    </section>
  )
}
