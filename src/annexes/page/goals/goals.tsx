/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { bodyMetricOf, type DailyGoal, GoalId } from "../../../features/goals/model.ts"
import { number } from "../../../values/charts/format.ts"
import { ButtonForm, Form, type FormState, TextField } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { Given, KEY_FIELD, keyOf, NumberText, numberOf, OptionalKey, ofRow } from "../frame/inputs.ts"
import { action, type Visit } from "../frame/page.ts"
import { GOALS_PATH } from "../frame/paths.ts"
import { redirect } from "../frame/view.ts"
import { goalNumber } from "./goal-units.ts"
import { AIMED, amountText, bodyText, decimalsOf, stepOf } from "./goal-words.ts"

/** The progress of a numeric goal: 1,840 of at least 2,200 kcal. */
const progressText = ({ metric, targetValue, unit, comparison, currentValue }: DailyGoal): string =>
  `${number(Number(currentValue), decimalsOf(metric))} ${AIMED[comparison ?? "equals"]} ${amountText(targetValue ?? 0, unit)}`

/** The state of a goal's forms, by action. */
export interface GoalForms {
  readonly goal: FormState
  readonly add: FormState
}

/** The states of goals' forms on a page. */
export const goalForms = ({ form }: Visit): GoalForms => ({ goal: form("goal"), add: form("add") })

interface Setting {
  readonly goal: DailyGoal
  readonly forms: GoalForms
  readonly to: string
}

const Tick = ({ goal: { goalId, name, currentValue }, forms, to }: Setting) => {
  const isDone = currentValue === true
  return (
    <ButtonForm
      state={forms.goal}
      to={to}
      fields={{ goalId, value: isDone ? "0" : "1" }}
      className={isDone ? "tick done" : "tick"}
      label={`${isDone ? "Undo" : "Done"}: ${name}`}
      inPlace
    >
      {isDone ? "✓" : ""}
    </ButtonForm>
  )
}

/** Adds a glass, or one, with a tap. The whole amount can be set below. */
const AddUp = ({ goal, forms, to }: Setting) => {
  const step = stepOf(goal)
  const { goalId, name, unit } = goal
  return (
    <ButtonForm
      state={forms.add}
      to={to}
      fields={{ goalId, amount: String(step), [KEY_FIELD]: keyOf(ofRow(forms.add, "goalId", goalId)) }}
      label={`Add ${amountText(step, unit)}: ${name}`}
      inPlace
    >
      +{amountText(step, unit)}
    </ButtonForm>
  )
}

const SetAmount = ({ goal, forms, to }: Setting) => {
  const state = ofRow(forms.goal, "goalId", goal.goalId)
  return (
    <details class="change" open={state.faults.size > 0}>
      <summary aria-label={`Change the amount: ${goal.name}`}>Change</summary>
      <Form state={state} to={to} className="row">
        <input type="hidden" name="goalId" value={goal.goalId} />
        <TextField
          state={state}
          name="value"
          label={`${goal.name} today${goal.unit === undefined ? "" : ` (${goal.unit})`}`}
          value={String(goal.currentValue)}
          inputmode="decimal"
          {...(goal.metric === "hydration" && goal.unit !== undefined ? { measured: "volume", unit: goal.unit } : {})}
          row={goal.goalId}
        />
        <button type="submit" class="quiet">
          Set
        </button>
      </Form>
    </details>
  )
}

/** The progress of a numeric goal, as a bar with text below. The body's is no sum, so it has no bar. */
export const Progress = ({ goal }: { readonly goal: DailyGoal }) =>
  bodyMetricOf(goal.metric) === undefined ? (
    <>
      <progress
        aria-label={`${goal.name}: ${progressText(goal)}`}
        max={goal.targetValue === null || goal.targetValue <= 0 ? 1 : goal.targetValue}
        value={Math.max(0, Number(goal.currentValue))}
      />
      <p class="soft">{progressText(goal)}</p>
    </>
  ) : (
    <p class="soft">{bodyText(goal)}</p>
  )

/** The control for ticking or adding; none if the goal is calculated. */
export const TickOrAdd = (setting: Setting) =>
  setting.goal.calculated ? null : setting.goal.type === "boolean" ? <Tick {...setting} /> : <AddUp {...setting} />

/** One of today's goals, with its control for ticking or adding. */
export const Goal = ({ goal, forms, to }: Setting) => (
  <li class="goal">
    <div>
      <p class="goal-name">
        <strong>{goal.name}</strong>
        {goal.type === "numeric" && goal.completed ? <span class="met">✓ met</span> : null}
      </p>
      {goal.type === "boolean" ? null : <Progress goal={goal} />}
    </div>
    <TickOrAdd goal={goal} forms={forms} to={to} />
    {goal.type === "numeric" && !goal.calculated ? <SetAmount goal={goal} forms={forms} to={to} /> : null}
  </li>
)

/** What a tap ticks stands first, and what is calculated last. */
const orderOf = ({ calculated, type }: DailyGoal): number => (calculated ? 2 : type === "boolean" ? 0 : 1)

/**
 * A day's goals with their progress, and forms for those with progress set by hand, which come first. One line if
 * nothing is due.
 */
export const Goals = ({
  goals,
  hasGoals,
  forms,
  to
}: {
  readonly goals: ReadonlyArray<DailyGoal>
  readonly hasGoals: boolean
  readonly forms: GoalForms
  readonly to: string
}) =>
  goals.length === 0 ? (
    <p class="soft" id="goals" data-part>
      {hasGoals ? (
        <>
          No goal to tick today. <a href={GOALS_PATH}>All goals</a>
        </>
      ) : (
        <a href={GOALS_PATH}>Make a goal</a>
      )}
    </p>
  ) : (
    <section class="card" id="goals" data-part>
      <div class="heading">
        <h2>Goals</h2>
        <a href={GOALS_PATH}>All goals</a>
      </div>
      <ul class="goals">
        {goals
          .toSorted((one, other) => orderOf(one) - orderOf(other))
          .map((goal) => (
            <Goal goal={goal} forms={forms} to={to} />
          ))}
      </ul>
    </section>
  )

const left = "The goals below are those that are left."

/** The actions that set today's progress of a goal, or add to it. */
export const progressActions = (to: `/${string}`) => ({
  goal: action(Schema.Struct({ goalId: GoalId, value: Given }), ({ call, user }, { goalId, value: typed }) =>
    Effect.gen(function* () {
      const { goals } = yield* call("get_daily_goals", {})
      const goal = goals.find((each) => each.goalId === goalId)
      const shown = typeof goal?.currentValue === "number" ? goal.currentValue : undefined
      const { read, fault } = goalNumber(goal?.metric ?? "habit", goal?.unit, user)
      const value = yield* numberOf(read, "value", typed, shown, fault)
      yield* call("set_goal_progress", { goalId, value: goal?.type === "boolean" ? value === 1 : value }).pipe(
        whenGone(`This goal has since been deleted, so ${value} was not saved. ${left}`)
      )
      return redirect(to, "goal")
    })
  ),
  add: action(Schema.Struct({ goalId: GoalId, amount: NumberText, ...OptionalKey }), ({ call }, added) =>
    call("add_goal_progress", added).pipe(
      whenGone(`This goal has since been deleted, so nothing was added. ${left}`),
      Effect.as(redirect(to, "goal"))
    )
  )
})
