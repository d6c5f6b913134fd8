/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import { ItemId } from "../../../values/item-id.ts"
import { differs } from "../features/routines/plan.ts"
import { ButtonForm } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { parameterOf } from "../frame/inputs.ts"
import { action, type OutputOf, type Visit } from "../frame/page.ts"
import { redirect } from "../frame/view.ts"
import { workoutAddress } from "../workouts/workout-paths.ts"

/** The routine in a workout's address, from which it started; undefined if it no longer exists. */
export const startedFrom = ({ query, call }: Visit) => {
  const id = parameterOf(query, "routine")
  return id === undefined
    ? Effect.succeed(undefined)
    : Effect.catchTag(call("get_routine", { id }), "not_found", () => Effect.succeed(undefined))
}

/** Offers to give a routine the exercises and sets of the workout that started from it, if they differ. */
export const RoutineUpdate = ({
  visit,
  workout: { id, exercises },
  routine
}: {
  readonly visit: Visit
  readonly workout: ShownWorkout
  readonly routine: OutputOf<"get_routine"> | undefined
}) =>
  routine === undefined || !differs(routine, { exercises }) ? null : (
    <div class="undo">
      <p>Today's exercises or sets differ from the routine.</p>
      <ButtonForm state={visit.form("update")} to={workoutAddress(id, routine.id)} fields={{ id, routine: routine.id }}>
        Update {routine.name}
      </ButtonForm>
    </div>
  )

/** Updates a routine from a workout. */
export const routineUpdating = action(Schema.Struct({ id: ItemId, routine: ItemId }), ({ call }, { id, routine }) =>
  call("update_routine_of_workout", { id: routine, workoutId: id }).pipe(
    whenGone("This workout or routine has since been deleted, so the routine was not updated."),
    Effect.as(redirect(workoutAddress(id), "updated"))
  )
)
