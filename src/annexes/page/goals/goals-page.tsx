/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { bodyMetricOf, GoalId } from "../../../features/goals/model.ts"
import { round } from "../../../values/round.ts"
import type { KeptGoal } from "../features/goal-keeping/definition.ts"
import { whenGone } from "../frame/gone.ts"
import { KEY_FIELD } from "../frame/inputs.ts"
import { action, type Page, type Visit } from "../frame/page.ts"
import { GOALS_PATH, goalAddress, HOME_PATH } from "../frame/paths.ts"
import { Redirect, redirect, type Undoable } from "../frame/view.ts"
import { GoalFields, GoalForm, goalOf, ofGoal, typeOf } from "./goal-form.tsx"
import { metText, Strip } from "./goal-strip.tsx"
import { amountText, decimalsOf, goalText } from "./goal-words.ts"
import { type GoalForms, goalForms, progressActions, TickOrAdd } from "./goals.tsx"

/** Offers to undo that a goal was created or deleted. */
const undoOf = (done: "made" | "deleted", id: GoalId, name: string, isTwin = false): Undoable => ({
  text: `${name} is ${done}.${isTwin ? " You have another goal of this name." : ""}`,
  to: GOALS_PATH,
  action: done === "made" ? "unmake" : "restore",
  fields: { goalId: id }
})

/** How a goal stands: today 1,250 ml; last 78.4 kg for the body, whose reading may be older. */
const nowText = ({ metric, unit }: KeptGoal["goal"], currentValue: KeptGoal["currentValue"]): string => {
  const amount = amountText(round(Number(currentValue), decimalsOf(metric)), unit)
  if (bodyMetricOf(metric) === undefined) return `today ${amount}`
  return currentValue === 0 ? "no reading yet" : `last ${amount}`
}

/** The latest reading for a goal of the body, in the person's unit; undefined without one, and for other goals. */
const latestFor = Effect.fnUntraced(function* ({ call }: Pick<Visit, "call">, kind: string) {
  if (kind !== "weight" && kind !== "body_fat") return undefined
  const { latest } = yield* call("get_context", {})
  return (kind === "weight" ? latest.weight : latest.bodyFat)?.display.value
})

const Row = ({ kept, forms, visit }: { readonly kept: KeptGoal; readonly forms: GoalForms; readonly visit: Visit }) => {
  const { goal, isDue, currentValue, completed, days } = kept
  return (
    <li class="goal">
      <div>
        <p class="goal-name">
          <a href={goalAddress(goal.id)}>
            <strong>{goal.name}</strong>
          </a>
          {goal.active ? null : <span class="paused">paused</span>}
        </p>
        <p class="goal-words">{goalText(goal, visit.today)}</p>
        <Strip days={days} />
        <p class="hint">
          4 weeks: {metText(days)}
          {isDue && goal.type === "numeric" ? `; ${nowText(goal, currentValue)}` : ""}
        </p>
      </div>
      {isDue ? (
        <TickOrAdd goal={{ ...goal, goalId: goal.id, currentValue, completed }} forms={forms} to={GOALS_PATH} />
      ) : null}
    </li>
  )
}

/** Deletes a goal, and leads to the list, and offers to undo that. */
export const deleteGoal = action(Schema.Struct({ goalId: GoalId }), ({ call }, { goalId }) =>
  call("remove_goal", { id: goalId }).pipe(
    whenGone("This goal no longer exists: it was already deleted."),
    Effect.map(({ name }) => new Redirect(GOALS_PATH, { undo: undoOf("deleted", goalId, name) }))
  )
)

export const goalsPage: Page = {
  path: GOALS_PATH,
  section: HOME_PATH,
  messages: {
    goal: "The goal's progress is set.",
    restored: "The goal is back, with all its days."
  },
  actions: {
    ...progressActions(GOALS_PATH),
    make: action(GoalFields, (visit, fields) =>
      Effect.gen(function* () {
        const { kind = "habit", [KEY_FIELD]: key } = fields
        const { call, user } = visit
        const latest = yield* latestFor(visit, kind)
        const given = { ...typeOf(kind), ...(yield* goalOf(kind, fields, user, { latest })) }
        const keyed = key === undefined ? given : { ...given, [KEY_FIELD]: key }
        const { goal, sameName = [] } = yield* call("make_goal", keyed).pipe(Effect.mapError(ofGoal))
        const id = GoalId.make(goal.id)
        return new Redirect(GOALS_PATH, { undo: undoOf("made", id, goal.name, sameName.length > 0) })
      })
    ),
    unmake: deleteGoal,
    restore: action(Schema.Struct({ goalId: GoalId }), ({ call }, { goalId }) =>
      Effect.as(call("restore_goal", { id: goalId }), redirect(GOALS_PATH, "restored"))
    )
  },
  show: Effect.fnUntraced(function* (visit) {
    const { goals } = yield* visit.call("get_goals", {})
    const forms = goalForms(visit)
    const running = goals.filter(({ goal }) => goal.active)
    const paused = goals.filter(({ goal }) => !goal.active)
    return {
      title: "Goals",
      content: (
        <>
          <h1>Goals</h1>
          <div class="columns">
            <section class="card" id="goals" data-part>
              <h2>Your goals</h2>
              {goals.length === 0 ? (
                <p class="soft">You have none yet. Make the first one here.</p>
              ) : (
                <ul class="goals">
                  {[...running, ...paused].map((kept) => (
                    <Row kept={kept} forms={forms} visit={visit} />
                  ))}
                </ul>
              )}
            </section>
            <section class="card">
              <h2>New goal</h2>
              <GoalForm state={visit.form("make")} to={GOALS_PATH} today={visit.today} user={visit.user} />
            </section>
          </div>
          <p class="said" role="status" data-says />
        </>
      )
    }
  })
}
