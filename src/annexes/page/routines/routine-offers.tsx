/** @jsxImportSource hono/jsx */

import { counted } from "../../../values/charts/format.ts"
import type { ShownRoutines } from "../features/routines/definition.ts"
import { ROUTINES_PATH, startAddress } from "../workouts/workout-paths.ts"

/** Most routines offered at once. */
const MOST_OFFERED = 8

/** Routines to start a workout from with one tap, and a link to all of them. */
export const RoutineOffers = ({ routines }: { readonly routines: ShownRoutines }) => (
  <nav class="routine-offers" aria-label="Routines">
    {routines.length === 0 ? null : (
      <ul class="offers">
        {routines.slice(0, MOST_OFFERED).map(({ id, name }) => (
          <li>
            <a class="button quiet" href={startAddress(id)} aria-label={`Start ${name}`}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    )}
    <a href={ROUTINES_PATH}>
      {routines.length > MOST_OFFERED ? `All ${counted(routines.length, "routine", "routines")}` : "Routines"}
    </a>
  </nav>
)
