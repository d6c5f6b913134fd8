/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { Failure } from "../../../contract/errors.ts"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import { counted } from "../../../values/charts/format.ts"
import { ButtonForm, type Fields, type FormState } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { KEY_FIELD, keyOf } from "../frame/inputs.ts"
import { type Done, Redraw, type Visit } from "../frame/page.ts"
import { deleting } from "../frame/undoing.tsx"
import type { Undoable } from "../frame/view.ts"
import { WORKOUTS_PATH, workoutAddress } from "./workout-paths.ts"
import { countSets } from "./workout-rows.ts"

const DELETED = "This workout was deleted already. There is nothing more to do."

/** Deletes a workout without a question, and offers to bring it back. */
export const remove = deleting("workout", WORKOUTS_PATH, DELETED)

/** Offers to take back a workout that was just logged. */
export const undoLogged = (id: string): Undoable => ({
  text: "The workout is logged.",
  to: workoutAddress(id),
  action: "unlog",
  fields: { id }
})

/** A workout with more exercises than this is deleted only after a question. */
const MOST_UNASKED = 3

/** The field of the form that asks before it deletes, and of the answer. */
const ASKED_FIELD = "asked"

/** Deletes a workout, after a question if it is long. */
export const removeWorkout = (visit: Visit, id: string, fields: Fields): Effect.Effect<Done, Failure> =>
  fields[ASKED_FIELD] === "yes"
    ? remove.run(visit, { ...fields, id })
    : visit.call("get_workout", { id }).pipe(
        whenGone(DELETED),
        Effect.flatMap(
          ({ exercises }): Effect.Effect<Done, Failure> =>
            exercises.length > MOST_UNASKED
              ? Effect.succeed(new Redraw({ ...fields, [ASKED_FIELD]: "yes" }))
              : remove.run(visit, { ...fields, id })
        )
      )

/** The question before a long workout is deleted, once its button was pressed. */
export const RemovalQuestion = ({
  state,
  workout: { name, exercises },
  to
}: {
  readonly state: FormState
  readonly workout: ShownWorkout
  readonly to: string
}) => {
  if (state.values[ASKED_FIELD] !== "yes") return null
  const content = `${counted(exercises.length, "exercise", "exercises")} and ${counted(countSets(exercises), "set", "sets")}`
  return (
    <div class="summary ask" role="alert" tabindex={-1} autofocus>
      <p>
        Delete {name}, with {content}?
      </p>
      <div class="buttons">
        <ButtonForm
          state={state}
          to={to}
          fields={{ [KEY_FIELD]: keyOf(state), [ASKED_FIELD]: "yes" }}
          className="danger"
        >
          Delete it
        </ButtonForm>
        <a class="button quiet" href={to}>
          Keep it
        </a>
      </div>
    </div>
  )
}
