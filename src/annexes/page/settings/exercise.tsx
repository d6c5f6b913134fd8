/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import type { OwnExercise } from "../../../features/exercises/own.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import type { WorkoutStore } from "../../../features/workouts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { counted } from "../../../values/charts/format.ts"
import { ItemId } from "../../../values/item-id.ts"
import { changeExercise, routinesWith, workoutsWith } from "../../imports/ledger/own-exercises.ts"
import type { ImportStore } from "../../imports/ledger/store.ts"
import type { RoutineStore } from "../features/routines/store.ts"
import { emptyForm, Form, type FormState } from "../frame/form.tsx"
import { parameterOf } from "../frame/inputs.ts"
import { change, type Page, type Visit } from "../frame/page.ts"
import { DeleteButton, deleting } from "../frame/undoing.tsx"
import { redirect, type View } from "../frame/view.ts"
import {
  EXERCISE_GONE,
  ExerciseFields,
  exerciseFields,
  nameOfCatalogue,
  nameTaken,
  noSuchExercise,
  TRACKED,
  trackingInUse
} from "./exercise-fields.tsx"
import { EXERCISE_PATH, EXERCISES_PATH, exercisePath } from "./paths.ts"

const Changes = Schema.Struct({
  id: ItemId,
  ...exerciseFields,
  trackingType: present(exerciseFields.trackingType)
})

/** A change to an exercise that is gone, as a form that creates it again. */
const againView = (sent: FormState): View => {
  const state: FormState = { ...emptyForm("create", sent.token), values: sent.values }
  return {
    title: "This exercise is gone",
    content: (
      <>
        <h1>Make it as a new exercise</h1>
        <section class="card">
          <Form state={state} to={EXERCISES_PATH}>
            <ExerciseFields state={state} />
            <button type="submit">Make exercise</button>
          </Form>
        </section>
      </>
    )
  }
}

/** An own exercise; `used` and `planned` are the numbers of workouts and routines with it. */
const exerciseView = (visit: Visit, exercise: OwnExercise, used: number, planned: number): View => {
  const { id, name, trackingType } = exercise
  const state = visit.form("save")
  return {
    title: name,
    content: (
      <>
        <h1>{name}</h1>
        <section class="card">
          <Form state={state} to={exercisePath(id)}>
            <input type="hidden" name="id" value={id} />
            <ExerciseFields state={state} exercise={exercise} isUsed={used > 0} />
            {used === 0 ? null : (
              <p>
                {counted(used, "workout uses", "workouts use")} it, with {TRACKED[trackingType]} in its sets. That stays
                as it is.
              </p>
            )}
            <button type="submit">Save</button>
          </Form>
        </section>
        {used + planned > 0 ? (
          <p>Because {used > 0 ? "workouts" : "routines"} use it, it cannot be deleted.</p>
        ) : (
          <DeleteButton state={visit.form("delete")} to={exercisePath(id)} id={id} name={name} />
        )}
        <p>
          <a href={EXERCISES_PATH}>All own exercises</a>
        </p>
      </>
    )
  }
}

/** The page of one own exercise. */
export const exercisePage = Effect.gen(function* () {
  const store = yield* OwnExercises
  const services = yield* Effect.context<OwnExercises | ImportStore | RoutineStore | Transactions | WorkoutStore>()
  const page: Page = {
    path: EXERCISE_PATH,
    messages: { saved: "The exercise is changed, also in the workouts that have it." },
    show: Effect.fnUntraced(function* (visit) {
      const [exercise] = yield* store.find(visit.user.id, [parameterOf(visit.query, "id") ?? ""])
      if (exercise === undefined) {
        const sent = visit.form("save")
        return sent.isGone ? againView(sent) : yield* noSuchExercise()
      }
      const used = yield* workoutsWith(visit.user.id, exercise.id)
      const planned = yield* routinesWith(visit.user.id, exercise.id)
      return exerciseView(visit, exercise, used, planned)
    }, Effect.provide(services)),
    actions: {
      save: change(Changes, ({ user }, { id, ...changes }) =>
        changeExercise(user.id, id, changes).pipe(
          Effect.catchTags({
            NameOfCatalogue: nameOfCatalogue,
            NameTaken: nameTaken,
            UnknownExercise: noSuchExercise,
            ExerciseInUse: trackingInUse
          }),
          Effect.as(redirect(exercisePath(id), "saved")),
          Effect.provide(services)
        )
      ),
      delete: deleting("exercise", EXERCISES_PATH, EXERCISE_GONE)
    }
  }
  return page
})
