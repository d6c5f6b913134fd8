/** @jsxImportSource hono/jsx */
import { Effect, Order, Schema } from "effect"
import { nameKey, type OwnExercise } from "../../../features/exercises/own.ts"
import { OwnExercises } from "../../../features/exercises/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { makeExercise } from "../../imports/ledger/own-exercises.ts"
import { Form } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, parameterOf } from "../frame/inputs.ts"
import { making, type Page } from "../frame/page.ts"
import { restoring } from "../frame/undoing.tsx"
import { redirect } from "../frame/view.ts"
import {
  CATEGORY_NAMES,
  ExerciseFields,
  exerciseFields,
  nameOfCatalogue,
  nameTaken,
  TRACKED,
  tooManyExercises
} from "./exercise-fields.tsx"
import { EXERCISES_PATH, exercisePath } from "./paths.ts"

const PAGE_SIZE = 100

const byName = Order.mapInput(Order.string, ({ name }: OwnExercise) => nameKey(name))

const List = ({ exercises }: { readonly exercises: ReadonlyArray<OwnExercise> }) => (
  <ul class="rows">
    {exercises.map(({ id, name, category, trackingType }) => (
      <li>
        <div>
          <a href={exercisePath(id)}>{name}</a>
          <span class="hint">
            {CATEGORY_NAMES[category]}, {TRACKED[trackingType]}
          </span>
        </div>
      </li>
    ))}
  </ul>
)

/** Links to the previous and next page of the list; pages are counted from 0. */
const Others = ({ shown, last }: { readonly shown: number; readonly last: number }) => (
  <p class="buttons">
    {shown === 0 ? null : (
      <a class="button quiet" href={`${EXERCISES_PATH}?page=${shown - 1}`}>
        Previous exercises
      </a>
    )}
    {shown === last ? null : (
      <a class="button quiet" href={`${EXERCISES_PATH}?page=${shown + 1}`}>
        Next exercises
      </a>
    )}
  </p>
)

/** The list of own exercises by name, and a form for a new one. */
export const exercisesPage = Effect.gen(function* () {
  const store = yield* OwnExercises
  const services = yield* Effect.context<OwnExercises | Transactions>()
  const page: Page = {
    path: EXERCISES_PATH,
    setting: { label: "Own exercises", about: "What you train that the catalogue does not have." },
    messages: {
      created: "The exercise is made. Workouts can use it by its name.",
      restored: "The exercise is back."
    },
    show: Effect.fnUntraced(function* (visit) {
      const own = [...(yield* store.all(visit.user.id))].sort(byName)
      const last = Math.max(0, Math.ceil(own.length / PAGE_SIZE) - 1)
      const asked = parameterOf(visit.query, "page") ?? ""
      const shown = /^\d{1,3}$/.test(asked) ? Math.min(Number(asked), last) : 0
      const state = visit.form("create")
      return {
        title: "Own exercises",
        content: (
          <>
            <h1>Own exercises</h1>
            <section class="card">
              <p>Imports make one for each name that the catalogue does not have. Nobody else sees them.</p>
              {own.length === 0 ? <p>There are none yet.</p> : null}
              <List exercises={own.slice(shown * PAGE_SIZE, (shown + 1) * PAGE_SIZE)} />
              {last === 0 ? null : <Others shown={shown} last={last} />}
            </section>
            <section class="card">
              <h2>New exercise</h2>
              <Form state={state} to={EXERCISES_PATH}>
                <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
                <ExerciseFields state={state} name={parameterOf(visit.query, "name") ?? ""} />
                <button type="submit">Make exercise</button>
              </Form>
            </section>
          </>
        )
      }
    }),
    actions: {
      restore: restoring(EXERCISES_PATH),
      create: making("exercise", Schema.Struct(exerciseFields), ({ user }, exercise) =>
        makeExercise(user.id, exercise).pipe(
          Effect.catchTags({
            NameOfCatalogue: nameOfCatalogue,
            NameTaken: nameTaken,
            TooManyExercises: tooManyExercises
          }),
          Effect.as(redirect(EXERCISES_PATH, "created")),
          Effect.provide(services)
        )
      )
    }
  }
  return page
})
