/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import { ButtonForm, emptyForm, type Fields, type FormState, SEEN_FIELD } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { KEY_FIELD, keyIn, keyOf, parameterOf, textOf } from "../frame/inputs.ts"
import { Dock } from "../frame/layout.tsx"
import { fieldFault, type Page, type Visit } from "../frame/page.ts"
import { DeleteButton } from "../frame/undoing.tsx"
import { Redirect, redirect, type View } from "../frame/view.ts"
import { RoutineUpdate, routineUpdating, startedFrom } from "../routines/routine-update.tsx"
import { dayName } from "../trends/figures.tsx"
import { askingFirst } from "./slips.ts"
import { MOST_ROWS } from "./workout-bounds.ts"
import { savingWorkout } from "./workout-fields.ts"
import { type Offered, offeredTo, WorkoutDetails, WorkoutForm, workoutFields } from "./workout-form.tsx"
import { LogForm, steppedOr } from "./workout-log.tsx"
import { againAddress, ROUTINES_PATH, WORKOUT_PATH, WORKOUTS_PATH, workoutAddress } from "./workout-paths.ts"
import { RemovalQuestion, remove, removeWorkout } from "./workout-removal.tsx"
import { countSets, tooLong } from "./workout-rows.ts"
import { checkSeen, seenOf } from "./workout-seen.ts"
import { Exercises, Sum } from "./workout-shown.tsx"
import { workoutFacts } from "./workouts.tsx"

const addressOf = (id: string, done?: string): string =>
  `${WORKOUT_PATH}?${new URLSearchParams({ id, ...(done === undefined ? {} : { done }) })}`

/** The form that changes a workout, as it was sent or with the workout's content. */
const Edit = ({
  workout,
  state,
  offered,
  visit
}: {
  readonly workout: ShownWorkout
  readonly state: FormState
  readonly offered: Offered
  readonly visit: Visit
}) => {
  if (countSets(workout.exercises) > MOST_ROWS)
    return <p class="soft">{tooLong(workout.exercises)} An agent or a program can change it.</p>
  const wasSent = Object.keys(state.values).length > 0
  const shown = wasSent ? state : { ...state, values: workoutFields(workout, visit.user) }
  return (
    <details class="card" open={wasSent}>
      <summary>Change the workout</summary>
      <p class="soft">Rows that stay blank are not saved.</p>
      <WorkoutForm
        visit={visit}
        state={shown}
        to={workoutAddress(workout.id)}
        offered={offered}
        draft={workout.id}
        isFresh={!wasSent}
        submit="Save the workout"
        details={<WorkoutDetails visit={visit} state={shown} />}
      >
        <input
          type="hidden"
          name={SEEN_FIELD}
          value={textOf(state.values, SEEN_FIELD) ?? seenOf(workout, visit.user)}
        />
      </WorkoutForm>
    </details>
  )
}

const GONE =
  "This workout has since been deleted, perhaps on another device or by an app, so it was not changed. What you typed is below: you can log it as new."

const NOT_MADE = "This workout has since been deleted, so no routine was made of it."

/** A change to a workout that is gone, as a form that logs it as new. */
const againView = Effect.fnUntraced(function* (visit: Visit, { token, values }: FormState) {
  const log: FormState = { ...emptyForm("log", token), values }
  const view: View = {
    title: "This workout is gone",
    content: (
      <>
        <h1>Log it as a new workout</h1>
        <LogForm
          visit={visit}
          state={log}
          offered={yield* offeredTo(visit, values)}
          submit="Log it as a new workout"
          isFresh={false}
        />
      </>
    )
  }
  return view
})

/** The id in the query. */
const idIn = (visit: Visit) => {
  const id = parameterOf(visit.query, "id")
  return id === undefined ? fieldFault("id", "must name a workout; choose one from Workouts") : Effect.succeed(id)
}

/** Replaces a workout by a form's content, unless it has changed since the form was opened. */
const saveChanged = (visit: Visit, id: string, fields: Fields) =>
  savingWorkout(fields, visit.user, (workout) =>
    visit.call("get_workout", { id }).pipe(
      Effect.flatMap((now) => checkSeen(fields, workout, now, visit.user)),
      Effect.zipRight(visit.call("replace_workout", { id, ...workout })),
      whenGone(GONE),
      Effect.as(new Redirect(addressOf(id, "saved")))
    )
  )

/** The page of one workout, where it can be changed and deleted. */
export const workoutPage: Page = {
  path: WORKOUT_PATH,
  section: WORKOUTS_PATH,
  messages: { saved: "The workout is saved.", updated: "The routine is updated." },
  actions: {
    replace: {
      run: (visit, fields) =>
        Effect.flatMap(idIn(visit), (id) =>
          steppedOr(
            visit,
            fields,
            askingFirst(visit, fields, (answered) => saveChanged(visit, id, answered), {
              id,
              held: Effect.map(visit.call("get_workout", { id }), (now) => workoutFields(now, visit.user)).pipe(
                whenGone(GONE)
              )
            })
          )
        )
    },
    routine: {
      run: (visit, fields) =>
        Effect.flatMap(idIn(visit), (id) =>
          visit
            .call("make_routine_of_workout", { workoutId: id, ...keyIn(fields) })
            .pipe(whenGone(NOT_MADE), Effect.as(redirect(ROUTINES_PATH, "saved")))
        )
    },
    update: routineUpdating,
    unlog: remove,
    remove: { run: (visit, fields) => Effect.flatMap(idIn(visit), (id) => removeWorkout(visit, id, fields)) }
  },
  show: Effect.fnUntraced(function* (visit) {
    const state = visit.form("replace")
    if (state.isGone) return yield* againView(visit, state)
    const id = yield* idIn(visit)
    const recorded = yield* visit.call("get_recorded_workout", { id })
    const { workout, lastTimes } = recorded
    const isSent = Object.keys(state.values).length > 0
    const offered = isSent ? yield* offeredTo(visit, state.values, id) : { exercises: lastTimes, recent: [] }
    const facts = workoutFacts(workout)
    const routine = visit.form("routine")
    return {
      title: workout.name,
      content: (
        <>
          <p>
            <a href={WORKOUTS_PATH}>← Workouts</a>
          </p>
          <h1>
            {workout.name}{" "}
            <small>
              {dayName(workout.date)}
              {facts === "" ? "" : `, ${facts}`}
            </small>
          </h1>
          <RemovalQuestion state={visit.form("remove")} workout={workout} to={addressOf(id)} />
          <RoutineUpdate visit={visit} workout={workout} routine={yield* startedFrom(visit)} />
          <Sum recorded={recorded} unit={visit.user.strengthUnit} />
          <Exercises recorded={recorded} distanceUnit={visit.user.distanceUnit} />
          <Dock>
            <a class="button" href={againAddress(id)}>
              Do it again
            </a>
          </Dock>
          <ButtonForm state={routine} to={addressOf(id)} fields={{ [KEY_FIELD]: keyOf(routine) }}>
            Save as a routine
          </ButtonForm>
          <Edit workout={workout} state={state} offered={offered} visit={visit} />
          <DeleteButton state={visit.form("remove")} to={addressOf(id)} id={id} name={workout.name} />
        </>
      )
    }
  })
}
