/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { ShownRoutines } from "../features/routines/definition.ts"
import { Form } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { action, type Page } from "../frame/page.ts"
import { Undoing } from "../frame/undoing.tsx"
import { redirect } from "../frame/view.ts"
import { ROUTINE_PATH, ROUTINES_PATH, routineAddress, startAddress, WORKOUTS_PATH } from "../workouts/workout-paths.ts"
import { exercisesText } from "../workouts/workouts.tsx"

/** The target of moving a routine: its id, and the position counted from 0. */
const Move = Schema.TemplateLiteralParser(Schema.NonEmptyString, " ", Schema.NonNegativeInt)

const MoveButton = ({
  id,
  to,
  label,
  children
}: {
  readonly id: string
  readonly to: number
  readonly label: string
  readonly children: string
}) => (
  <button type="submit" name="move" value={`${id} ${to}`} class="quiet" aria-label={label}>
    {children}
  </button>
)

const Row = ({
  routine: { id, name, exercises },
  place,
  count
}: {
  readonly routine: ShownRoutines[number]
  readonly place: number
  readonly count: number
}) => (
  <li>
    <div>
      <a href={routineAddress(id)}>
        <strong>{name}</strong>
      </a>
      <br />
      <span class="soft">{exercisesText(exercises)}</span>
    </div>
    <div class="buttons">
      {place === 0 ? null : (
        <MoveButton id={id} to={place - 1} label={`${name}: earlier`}>
          ↑
        </MoveButton>
      )}
      {place === count - 1 ? null : (
        <MoveButton id={id} to={place + 1} label={`${name}: later`}>
          ↓
        </MoveButton>
      )}
      <a class="button" href={startAddress(id)} aria-label={`Start ${name}`}>
        Start
      </a>
    </div>
  </li>
)

/** The list of routines, in the person's order. */
export const routinesPage: Page = {
  path: ROUTINES_PATH,
  messages: {
    saved: "The routine is saved.",
    moved: "The order is saved.",
    restored: "The routine is back."
  },
  actions: {
    move: action(Schema.Struct({ move: Move }), ({ call }, { move: [id, , to] }) =>
      call("move_routine", { id, to }).pipe(
        whenGone("This routine has since been deleted, so nothing was moved."),
        Effect.as(redirect(ROUTINES_PATH, "moved"))
      )
    ),
    restore: action(Undoing, ({ call }, { undo_key: removedBy }) =>
      Effect.as(call("restore_routine", { removedBy }), redirect(ROUTINES_PATH, "restored"))
    )
  },
  show: Effect.fnUntraced(function* (visit) {
    const { routines } = yield* visit.call("get_routines", {})
    return {
      title: "Routines",
      content: (
        <>
          <p>
            <a href={WORKOUTS_PATH}>← Workouts</a>
          </p>
          <div class="heading">
            <h1>Routines</h1>
            <a class="button quiet" href={ROUTINE_PATH}>
              Make a routine
            </a>
          </div>
          {routines.length === 0 ? (
            <p class="soft">
              A routine is a list of exercises with the sets you plan, to start a workout from. Make one here, or save a
              workout as one.
            </p>
          ) : (
            <Form state={visit.form("move")} to={ROUTINES_PATH} className="card" data={{ "data-in-place": "" }}>
              <ul class="rows tight" id="routines" data-part>
                {routines.map((routine, place) => (
                  <Row routine={routine} place={place} count={routines.length} />
                ))}
              </ul>
            </Form>
          )}
          <p class="said" role="status" data-says />
        </>
      )
    }
  })
}
