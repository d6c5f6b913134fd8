/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { NotFound } from "../../../contract/errors.ts"
import { GoalId } from "../../../features/goals/model.ts"
import type { KeptGoal } from "../features/goal-keeping/definition.ts"
import { ButtonForm } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { parameterOf } from "../frame/inputs.ts"
import { action, type Page, type Visit } from "../frame/page.ts"
import { GOAL_PATH, GOALS_PATH, goalAddress, HOME_PATH } from "../frame/paths.ts"
import { redirect } from "../frame/view.ts"
import { GoalFields, GoalForm, goalOf, ofGoal } from "./goal-form.tsx"
import { Calendar } from "./goal-strip.tsx"
import { goalText } from "./goal-words.ts"
import { deleteGoal } from "./goals-page.tsx"

const noGoal = new NotFound({
  message: "This goal no longer exists. It was deleted, or it is not yours. Goals shows the ones you have."
})

const gone = whenGone(noGoal.message)

/** The goal in the page's address. */
const goalIn = ({ call, query }: Visit) =>
  Effect.flatMap(call("get_goals", {}), ({ goals }) => {
    const id = parameterOf(query, "id")
    const kept = goals.find(({ goal }) => goal.id === id)
    return kept === undefined ? Effect.fail(noGoal) : Effect.succeed(kept)
  })

const pauseOrResume = (active: boolean) =>
  action(Schema.Struct({ goalId: GoalId }), ({ call }, { goalId }) =>
    call("save_goal", { id: goalId, active }).pipe(
      gone,
      Effect.as(redirect(goalAddress(goalId), active ? "resumed" : "paused"))
    )
  )

const Actions = ({ visit, goal }: { readonly visit: Visit; readonly goal: KeptGoal["goal"] }) => {
  const to = goalAddress(goal.id)
  const fields = { goalId: goal.id }
  const [name, label] = goal.active ? ["pause", "Pause"] : ["resume", "Resume"]
  return (
    <div class="buttons">
      <ButtonForm state={visit.form(name)} to={to} fields={fields} label={`${label} ${goal.name}`}>
        {label}
      </ButtonForm>
      <ButtonForm state={visit.form("delete")} to={to} fields={fields} className="danger" label={`Delete ${goal.name}`}>
        Delete
      </ButtonForm>
    </div>
  )
}

export const goalPage: Page = {
  path: GOAL_PATH,
  section: HOME_PATH,
  messages: {
    saved: "The goal is saved. What changed holds from today on.",
    paused: "The goal is paused from today on. Its days so far stay.",
    resumed: "The goal goes on from today."
  },
  actions: {
    change: action(GoalFields, (visit, fields) =>
      Effect.gen(function* () {
        const { goal } = yield* goalIn(visit)
        const given = yield* goalOf(goal.metric ?? "habit", { name: goal.name, ...fields }, visit.user, { goal })
        yield* visit.call("save_goal", { id: GoalId.make(goal.id), ...given }).pipe(gone, Effect.mapError(ofGoal))
        return redirect(goalAddress(goal.id), "saved")
      })
    ),
    pause: pauseOrResume(false),
    resume: pauseOrResume(true),
    delete: deleteGoal
  },
  show: Effect.fnUntraced(function* (visit) {
    const { goal, days } = yield* goalIn(visit)
    return {
      title: goal.name,
      content: (
        <>
          <p class="back">
            <a href={GOALS_PATH}>← Goals</a>
          </p>
          <h1>
            {goal.name} <small>{goal.active ? goalText(goal, visit.today) : "Paused"}</small>
          </h1>
          <div class="columns">
            <section class="card">
              <h2>How it went</h2>
              <Calendar days={days} today={visit.today} />
              <Actions visit={visit} goal={goal} />
            </section>
            <section class="card">
              <h2>Change it</h2>
              <GoalForm
                state={visit.form("change")}
                to={goalAddress(goal.id)}
                goal={goal}
                today={visit.today}
                user={visit.user}
              />
            </section>
          </div>
        </>
      )
    }
  })
}
