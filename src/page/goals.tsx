/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { number } from "../charts/format.ts"
import type { DailyGoal } from "../goals/model.ts"
import { GoalId } from "../goals/model.ts"
import { ButtonForm, Form, type FormState, TextField } from "./form.tsx"
import { NumberText, ofRow } from "./inputs.ts"
import { action } from "./page.ts"
import { redirect } from "./view.ts"

const UNITS: Readonly<Record<string, string>> = {
  calories: " kcal",
  protein: " g",
  fat: " g",
  carbs: " g",
  alcohol: " g",
  steps: " steps"
}

const AIMS = { min: "of at least", max: "of at most", equals: "of" } as const

/** How far a numeric goal has come: 1,840 of at least 2,200 kcal. */
const progressText = ({ metric, targetValue, comparison, currentValue }: DailyGoal): string =>
  `${number(Number(currentValue), metric === "calories" ? 0 : 1)} ${AIMS[comparison ?? "equals"]} ${number(targetValue ?? 0, 1)}${UNITS[metric ?? ""] ?? ""}`

/** What there is to send for a goal that is set by hand. */
const SetProgress = ({
  goal,
  state,
  to
}: {
  readonly goal: DailyGoal
  readonly state: FormState
  readonly to: string
}) =>
  goal.type === "boolean" ? (
    <ButtonForm
      state={state}
      to={to}
      fields={{ goalId: goal.goalId, value: goal.currentValue === true ? "0" : "1" }}
      label={`${goal.currentValue === true ? "Undo" : "Done"}: ${goal.name}`}
    >
      {goal.currentValue === true ? "Undo" : "Done"}
    </ButtonForm>
  ) : (
    <Form state={state} to={to} className="row">
      <input type="hidden" name="goalId" value={goal.goalId} />
      <TextField
        state={state}
        name="value"
        label={`${goal.name} today`}
        value={String(goal.currentValue)}
        inputmode="decimal"
        row={goal.goalId}
      />
      <button type="submit" class="quiet">
        Set
      </button>
    </Form>
  )

const Goal = ({ goal, state, to }: { readonly goal: DailyGoal; readonly state: FormState; readonly to: string }) => (
  <li class="goal">
    <div>
      <p class="goal-name">
        <strong>{goal.name}</strong>{" "}
        <span class={goal.completed ? "met" : "soft"}>{goal.completed ? "✓ met" : "open"}</span>
      </p>
      {goal.type === "boolean" ? null : (
        <>
          <progress
            aria-label={`${goal.name}: ${progressText(goal)}`}
            max={goal.targetValue === null || goal.targetValue <= 0 ? 1 : goal.targetValue}
            value={Math.max(0, Number(goal.currentValue))}
          />
          <p class="soft">{progressText(goal)}</p>
        </>
      )}
    </div>
    {goal.calculated ? null : <SetProgress goal={goal} state={ofRow(state, "goalId", goal.goalId)} to={to} />}
  </li>
)

/** A day's goals with their progress, and forms for those that are set by hand. */
export const Goals = ({
  goals,
  state,
  to
}: {
  readonly goals: ReadonlyArray<DailyGoal>
  readonly state: FormState
  readonly to: string
}) => (
  <section class="card">
    <h2>Goals</h2>
    {goals.length === 0 ? (
      <p class="soft">No goal is due today. An agent or the API can set one with save_goal.</p>
    ) : (
      <ul class="goals">
        {goals.map((goal) => (
          <Goal goal={goal} state={state} to={to} />
        ))}
      </ul>
    )}
  </section>
)

const isYesNo = (goals: ReadonlyArray<{ readonly goalId: string; readonly type: string }>, id: string): boolean =>
  goals.find(({ goalId }) => goalId === id)?.type === "boolean"

/** Sets today's progress of a goal. */
export const setProgress = (to: `/${string}`) =>
  action(Schema.Struct({ goalId: GoalId, value: NumberText }), ({ call }, { goalId, value }) =>
    Effect.gen(function* () {
      const { goals } = yield* call("get_daily_goals", {})
      yield* call("set_goal_progress", { goalId, value: isYesNo(goals, goalId) ? value === 1 : value })
      return redirect(to, "goal")
    })
  )
