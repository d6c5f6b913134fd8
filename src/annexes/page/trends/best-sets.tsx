/** @jsxImportSource hono/jsx */

import { counted, longDay, number } from "../../../values/charts/format.ts"
import type { DistanceUnit } from "../../../values/units.ts"
import type { Trends } from "../features/overview/definition.ts"
import { exerciseAddress } from "../frame/paths.ts"
import { setText } from "../workouts/sets.ts"
import { workoutAddress } from "../workouts/workout-paths.ts"

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

/** The best set of each exercise and its estimated one-repetition maximum, each with its own set and day. */
export const BestSets = ({
  exercises,
  distanceUnit
}: {
  readonly exercises: ReadonlyArray<Exercise>
  readonly distanceUnit: DistanceUnit
}) => (
  <section class="card" aria-labelledby="best-sets">
    <h2 id="best-sets">Best sets</h2>
    {exercises.length === 0 ? (
      <p class="soft">No workouts in this range.</p>
    ) : (
      <ul class="plain best">
        {exercises.map((exercise) => {
          const { exerciseId, name, sessions, best } = exercise
          return (
            <li>
              <div>
                <a href={exerciseAddress(exerciseId)}>
                  <strong>{name}</strong>
                </a>
                <br />
                <span class="soft">{counted(sessions, "session", "sessions")}</span>
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
        })}
      </ul>
    )}
  </section>
)
