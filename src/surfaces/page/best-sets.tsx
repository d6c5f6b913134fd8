/** @jsxImportSource hono/jsx */

import type { Trends } from "../../features/overview/definition.ts"
import { counted, longDay, number } from "../../values/charts/format.ts"
import type { DistanceUnit } from "../../values/units.ts"
import { exerciseAddress } from "./paths.ts"
import { setText } from "./sets.ts"

type Exercise = Trends["training"]["exercises"][number]

/** The best set of each exercise, with its day and estimated one-repetition maximum. */
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
        {exercises.map(({ exerciseId, name, sessions, best, bestEstimatedOneRepMax }) => (
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
                <a href={`/app/workout?id=${encodeURIComponent(best.workoutId)}`}>{setText(best, distanceUnit)}</a>
                <br />
                <span class="soft">
                  {longDay(best.date)}
                  {bestEstimatedOneRepMax === undefined
                    ? ""
                    : `, 1RM about ${number(bestEstimatedOneRepMax.value, 1)} ${bestEstimatedOneRepMax.unit}`}
                </span>
              </div>
            )}
          </li>
        ))}
      </ul>
    )}
  </section>
)
