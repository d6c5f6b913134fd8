/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { ItemId } from "../../../values/item-id.ts"
import { ButtonForm, type Fields, type FormState, TextField } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { KEY_FIELD, keyIn, keyOf, parameterOf, textOf } from "../frame/inputs.ts"
import { action, type Page, type Visit } from "../frame/page.ts"
import { undoDeleted } from "../frame/undoing.tsx"
import { Redirect, redirect } from "../frame/view.ts"
import { type GivenRoutine, savingRoutine } from "../workouts/workout-fields.ts"
import { exerciseFields, type Offered, offeredTo, WorkoutForm } from "../workouts/workout-form.tsx"
import { steppedOr } from "../workouts/workout-log.tsx"
import { ROUTINE_PATH, ROUTINES_PATH, routineAddress, startAddress } from "../workouts/workout-paths.ts"

/** The id in the address; undefined for a new routine. */
const idIn = ({ query }: Visit) => parameterOf(query, "id")

/** The form of a routine; without an id, of a new one. */
const RoutineForm = ({
  visit,
  state,
  offered,
  id,
  isFresh
}: {
  readonly visit: Visit
  readonly state: FormState
  readonly offered: Offered
  readonly id: string | undefined
  readonly isFresh: boolean
}) => (
  <WorkoutForm
    visit={visit}
    state={state}
    to={id === undefined ? ROUTINE_PATH : routineAddress(id)}
    offered={offered}
    draft={`routine of ${id ?? "none"}`}
    isFresh={isFresh}
    submit="Save the routine"
    details={<TextField state={state} name="name" label="Name" required />}
  >
    <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
  </WorkoutForm>
)

/** The fields of the form that changes a routine. */
const routineFields = (visit: Visit, id: string) =>
  Effect.map(
    visit.call("get_routine", { id }),
    ({ name, exercises }): Fields => ({ name, ...exerciseFields(exercises, visit.user) })
  )

/** Actions on an existing routine. */
const Actions = ({ visit, id, name }: { readonly visit: Visit; readonly id: string; readonly name: string }) => {
  const state = visit.form("delete")
  return (
    <div class="buttons">
      <a class="button" href={startAddress(id)} aria-label={`Start ${name}`}>
        Start
      </a>
      <ButtonForm
        state={state}
        to={routineAddress(id)}
        fields={{ id, [KEY_FIELD]: keyOf(state) }}
        className="danger"
        label={`Delete ${name}`}
      >
        Delete
      </ButtonForm>
    </div>
  )
}

const GONE =
  "This routine has since been deleted, so it was not changed. What you typed is below: you can save it as new."

/** Saves a form's content: replaces the routine in the address, or creates a new one. */
const save = (visit: Visit, fields: Fields, given: GivenRoutine) => {
  const id = idIn(visit)
  const saved =
    id === undefined
      ? visit.call("make_routine", { ...given, ...keyIn(fields) })
      : visit.call("change_routine", { id, ...given }).pipe(whenGone(GONE))
  return Effect.as(saved, redirect(ROUTINES_PATH, "saved"))
}

/** The page that creates a routine, or changes and deletes the one in its address. */
export const routinePage: Page = {
  path: ROUTINE_PATH,
  actions: {
    save: {
      run: (visit, fields) =>
        steppedOr(
          visit,
          fields,
          savingRoutine(fields, visit.user, (given) => save(visit, fields, given))
        )
    },
    delete: action(Schema.Struct({ id: ItemId, [KEY_FIELD]: Schema.String }), ({ call }, { id, ...key }) =>
      call("remove_routine", { id, ...key }).pipe(
        whenGone("This routine was deleted already. There is nothing more to do."),
        Effect.map(
          ({ routine: { name } }) =>
            new Redirect(ROUTINES_PATH, { undo: undoDeleted(name, ROUTINES_PATH, key[KEY_FIELD]) })
        )
      )
    )
  },
  show: Effect.fnUntraced(function* (visit) {
    const sent = visit.form("save")
    const id = sent.isGone ? undefined : idIn(visit)
    const isFresh = Object.keys(sent.values).length === 0
    const values = isFresh && id !== undefined ? yield* routineFields(visit, id) : sent.values
    const title = id === undefined ? "Make a routine" : (textOf(values, "name") ?? "Routine")
    return {
      title,
      content: (
        <>
          <p>
            <a href={ROUTINES_PATH}>← Routines</a>
          </p>
          <h1>
            {title} <small>Weights that you leave blank are those of last time.</small>
          </h1>
          {id === undefined ? null : <Actions visit={visit} id={id} name={title} />}
          <RoutineForm
            visit={visit}
            state={{ ...sent, values }}
            offered={yield* offeredTo(visit, values)}
            id={id}
            isFresh={isFresh}
          />
        </>
      )
    }
  })
}
