/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { ShownWorkout } from "../../../features/workouts/model.ts"
import type { ShownRecords } from "../../../features/workouts/records.ts"
import { namedRecords } from "../exercises/records.ts"
import type { LastTime } from "../features/overview/model.ts"
import { ButtonForm, emptyForm, type Fields, type FormState, SEEN_FIELD } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { KEY_FIELD, keyIn, keyOf, parameterOf, textOf } from "../frame/inputs.ts"
import { Dock } from "../frame/layout.tsx"
import { fieldFault, type Page, type Visit } from "../frame/page.ts"
import { exerciseAddress } from "../frame/paths.ts"
import { DeleteButton } from "../frame/undoing.tsx"
import { Redirect, redirect, type View } from "../frame/view.ts"
import { RoutineUpdate, routineUpdating, startedFrom } from "../routines/routine-update.tsx"
import { dayName } from "../trends/figures.tsx"
import { typeText } from "./set-types.ts"
import { setsText, setText } from "./sets.ts"
import { askingFirst } from "./slips.ts"
import { MOST_ROWS } from "./workout-bounds.ts"
import { savingWorkout } from "./workout-fields.ts"
import { type Offered, offeredTo, WorkoutDetails, WorkoutForm, workoutFields } from "./workout-form.tsx"
import { LogForm, steppedOr } from "./workout-log.tsx"
import { againAddress, ROUTINES_PATH, WORKOUT_PATH, WORKOUTS_PATH, workoutAddress } from "./workout-paths.ts"
import { RemovalQuestion, removeWorkout } from "./workout-removal.tsx"
import { countSets, tooLong } from "./workout-rows.ts"
import { checkSeen, seenOf } from "./workout-seen.ts"
import { workoutFacts } from "./workouts.tsx"

const addressOf = (id: string, done?: string): string =>
  `${WORKOUT_PATH}?${new URLSearchParams({ id, ...(done === undefined ? {} : { done }) })}`

/** The records that a workout set in an exercise, in words. */
const Made = ({ records, visit }: { readonly records: ShownRecords | undefined; readonly visit: Visit }) => {
  const named = namedRecords(records ?? {}, visit.user.distanceUnit)
  return named.length === 0 ? null : (
    <p class="met">
      {named.length === 1 ? "Record" : "Records"}:{" "}
      {named.map(({ name, text }) => `${name.toLowerCase()}, ${text}`).join("; ")}
    </p>
  )
}

/** Last time's sets of an exercise, next to this time's. */
const Earlier = ({ last, visit }: { readonly last: LastTime["last"]; readonly visit: Visit }) =>
  last === undefined ? (
    <p class="soft">For the first time.</p>
  ) : (
    <p class="soft">
      Last time, <a href={workoutAddress(last.workoutId)}>{dayName(last.date)}</a>:{" "}
      {setsText(last.sets, visit.user.distanceUnit)}
    </p>
  )

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

const Exercises = ({
  workout,
  records,
  lastTimes,
  visit
}: {
  readonly workout: ShownWorkout
  readonly records: ReadonlyArray<ShownRecords>
  readonly lastTimes: ReadonlyArray<LastTime>
  readonly visit: Visit
}) => {
  const shown = shownSets(workout)
  return (
    <section class="card" aria-label="Exercises">
      <div class="exercises">
        {workout.exercises.map(({ exerciseId, name, superset, notes, sets }, index) => (
          <div>
            <h2>
              <a href={exerciseAddress(exerciseId)}>{name}</a>
            </h2>
            {superset === undefined ? null : <p class="soft">{inTurns(workout, index)}</p>}
            <ol class="sets">
              {sets.slice(0, shown[index]).map((set) => (
                <li>
                  {setText(set, visit.user.distanceUnit)}
                  {typeText(set)}
                </li>
              ))}
            </ol>
            {notes === undefined ? null : <p class="notes">{notes}</p>}
            <Unshown count={sets.length - (shown[index] ?? 0)} />
            <Earlier last={lastTimes.find((each) => each.exerciseId === exerciseId)?.last} visit={visit} />
            <Made records={records[index]} visit={visit} />
          </div>
        ))}
      </div>
      {workout.notes === undefined ? null : <p class="notes">{workout.notes}</p>}
    </section>
  )
}

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
  const wasSent = Object.keys(state.values).length > 0
  const shown = wasSent ? state : { ...state, values: workoutFields(workout, visit.user) }
  return countSets(workout.exercises) > MOST_ROWS ? (
    <p class="soft">{tooLong(workout.exercises)} An agent or a program can change it.</p>
  ) : (
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
  messages: { logged: "The workout is logged.", saved: "The workout is saved.", updated: "The routine is updated." },
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
    remove: { run: (visit, fields) => Effect.flatMap(idIn(visit), (id) => removeWorkout(visit, id, fields)) }
  },
  show: Effect.fnUntraced(function* (visit) {
    const state = visit.form("replace")
    if (state.isGone) return yield* againView(visit, state)
    const id = yield* idIn(visit)
    const { workout, records, lastTimes } = yield* visit.call("get_recorded_workout", { id })
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
          <Exercises workout={workout} records={records} lastTimes={lastTimes} visit={visit} />
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
