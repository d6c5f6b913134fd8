/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { counted } from "../../charts/format.ts"
import type { Transactions } from "../../database/transactions.ts"
import { OwnExercises } from "../../exercises/store.ts"
import { changeExercise, deleteExercise, workoutsWith } from "../../history/own-exercises.ts"
import type { ImportStore } from "../../history/store.ts"
import { ItemId } from "../../values/item-id.ts"
import type { WorkoutStore } from "../../workouts/store.ts"
import { ButtonForm, Form } from "../form.tsx"
import { change, type Page } from "../page.ts"
import { redirect } from "../view.ts"
import {
  ExerciseFields,
  exerciseFields,
  exerciseInUse,
  nameOfCatalogue,
  nameTaken,
  noSuchExercise,
  TRACKED,
  trackingInUse
} from "./exercise-fields.tsx"
import { textIn } from "./food-search.tsx"
import { EXERCISE_PATH, EXERCISES_PATH } from "./paths.ts"

const Changes = Schema.Struct({
  id: ItemId,
  ...exerciseFields,
  trackingType: Schema.optionalWith(exerciseFields.trackingType, { exact: true })
})

const pathOf = (id: string): string => `${EXERCISE_PATH}?id=${encodeURIComponent(id)}`

/** The page of one own exercise. */
export const exercisePage = Effect.gen(function* () {
  const store = yield* OwnExercises
  const services = yield* Effect.context<OwnExercises | ImportStore | Transactions | WorkoutStore>()
  const page: Page = {
    path: EXERCISE_PATH,
    messages: { saved: "The exercise is changed, also in the workouts that have it." },
    show: Effect.fnUntraced(function* (visit) {
      const [exercise] = yield* store.find(visit.user.id, [textIn(visit.query.id)])
      if (exercise === undefined) return yield* noSuchExercise()
      const { id, name, trackingType } = exercise
      const used = yield* workoutsWith(visit.user.id, id)
      const state = visit.form("save")
      const { failure } = visit.form("delete")
      return {
        title: name,
        content: (
          <>
            <h1>{name}</h1>
            <section class="card">
              <Form state={state} to={pathOf(id)}>
                <input type="hidden" name="id" value={id} />
                <ExerciseFields state={state} exercise={exercise} isUsed={used > 0} />
                {used === 0 ? null : (
                  <p>
                    {counted(used, "workout uses", "workouts use")} it, with {TRACKED[trackingType]} in its sets. That
                    stays as it is.
                  </p>
                )}
                <button type="submit">Save</button>
              </Form>
            </section>
            {failure === undefined ? null : (
              <p class="fault" role="alert">
                {failure}
              </p>
            )}
            {used > 0 ? (
              <p>Because workouts use it, it cannot be deleted.</p>
            ) : (
              <details>
                <summary>Delete this exercise</summary>
                <p>No workout uses it.</p>
                <ButtonForm
                  state={visit.form("delete")}
                  to={pathOf(id)}
                  fields={{ id }}
                  className="danger"
                  label={`Delete ${name}`}
                >
                  Delete
                </ButtonForm>
              </details>
            )}
            <p>
              <a href={EXERCISES_PATH}>All own exercises</a>
            </p>
          </>
        )
      }
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
          Effect.as(redirect(pathOf(id), "saved")),
          Effect.provide(services)
        )
      ),
      delete: change(Schema.Struct({ id: ItemId }), ({ user }, { id }) =>
        deleteExercise(user.id, id).pipe(
          Effect.catchTags({ UnknownExercise: noSuchExercise, ExerciseInUse: exerciseInUse }),
          Effect.as(redirect(EXERCISES_PATH, "deleted")),
          Effect.provide(services)
        )
      )
    }
  }
  return page
})
