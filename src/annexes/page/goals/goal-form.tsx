/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { type Fault, said } from "../../../contract/broken-rule.ts"
import { ValidationFailed } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import type { User } from "../../../contract/handler/user.ts"
import { bodyMetricOf, Comparison, type ShownGoal } from "../../../features/goals/model.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import { Weekday } from "../../../values/weekday.ts"
import { asFaultsOf } from "../frame/faults.ts"
import { FaultBeside, Form, type FormState, SelectField, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, numberOf, OptionalKey } from "../frame/inputs.ts"
import { goalNumber, type Kind, measuresOf, waterUnitOf } from "./goal-units.ts"
import { COMPARISONS, METRICS, USUAL_COMPARISON, usualFor, WEEKDAYS } from "./goal-words.ts"

/** The kinds of goals: a habit to tick, or a metric. */
const KINDS = [
  "habit",
  "hydration",
  "calories",
  "protein",
  "steps",
  "weight",
  "body_fat",
  "carbs",
  "fat",
  "alcohol",
  "fiber",
  "sugars",
  "saturated_fat",
  "sodium",
  "custom"
] as const
const kindName = (kind: Kind): string => (kind === "habit" ? "A habit to tick" : METRICS[kind])

const isCounted = (kind: Kind): boolean => kind === "hydration" || kind === "custom"

/** The kind of an existing goal. */
const kindOf = ({ metric }: ShownGoal): Kind => metric ?? "habit"

const text = <A, I extends string>(schema: Schema.Schema<A, I>) => present(schema)

/** The fields of the form as typed. */
export const GoalFields = Schema.Struct({
  kind: text(Schema.Literal(...KINDS)),
  name: text(Schema.String),
  comparison: text(Comparison),
  targetValue: text(Schema.String),
  unit: text(Schema.String),
  days: present(Schema.Union(Weekday, Schema.Array(Schema.Literal("", ...Weekday.literals)))),
  startDate: text(ActivityDay),
  endDate: text(ActivityDay),
  ...OptionalKey
})

const faultsOf = (
  kind: Kind,
  { name, targetValue, days, startDate, endDate }: typeof GoalFields.Type
): ReadonlyArray<Fault> => [
  ...(name === undefined && (kind === "habit" || kind === "custom")
    ? [said("name", "is missing: what do you call it?")]
    : []),
  ...(kind !== "habit" && targetValue === undefined ? [said("targetValue", "is missing: how much should it be?")] : []),
  ...(days === undefined ? [said("days", "need at least one weekday")] : []),
  ...(startDate !== undefined && endDate !== undefined && endDate < startDate
    ? [said("endDate", "is before the first day")]
    : [])
]

type Units = Pick<User, "distanceUnit" | "bodyWeightUnit">

/** The unit that the form states for a goal of this kind: the typed one, else that of the person. */
const unitFor = (kind: Kind, typed: string | undefined, user: Units) =>
  isCounted(kind)
    ? (typed ?? (kind === "hydration" ? waterUnitOf(user) : undefined))
    : kind === "weight"
      ? user.bodyWeightUnit
      : undefined

/**
 * The form's content as the operation's input for a goal of this kind: a new one, whose latest reading is given, or a
 * change of `goal`, whose target the form showed. Fails with the faults, each beside its field.
 */
export const goalOf = Effect.fnUntraced(function* (
  kind: Kind,
  given: typeof GoalFields.Type,
  user: Units,
  { goal, latest }: { readonly goal?: ShownGoal; readonly latest?: number | undefined } = {}
) {
  const faults = faultsOf(kind, given)
  if (faults.length > 0) return yield* ValidationFailed.of(...faults)
  const { name, targetValue, days = [], startDate, endDate = null } = given
  const unit = unitFor(kind, given.unit, user)
  const { read, fault } = goalNumber(kind, kind === "weight" ? (goal?.unit ?? unit) : unit, user)
  const target =
    targetValue === undefined
      ? undefined
      : yield* numberOf(read, "targetValue", targetValue, goal?.targetValue ?? undefined, fault)
  const comparison = given.comparison ?? (kind === "habit" ? "min" : usualFor(kind, target, latest))
  return {
    name: name ?? kindName(kind),
    ...(kind === "habit" || target === undefined ? {} : { targetValue: target, comparison }),
    // The unit of an existing goal of weight stays.
    ...(unit === undefined || (kind === "weight" && goal !== undefined) ? {} : { unit }),
    schedule: {
      days: (typeof days === "string" ? [days] : days).filter((day) => day !== ""),
      ...(startDate === undefined ? {} : { startDate }),
      endDate
    }
  }
})

/** The additional fields of a new goal of this kind. */
export const typeOf = (kind: Kind) =>
  kind === "habit" ? { type: "boolean" as const } : { type: "numeric" as const, metric: kind }

/** Maps the operation's faults to the form's fields. */
export const ofGoal = asFaultsOf(({ field, rule }) => ({ field: field.replace(/^schedule\./, ""), rule }))

const Days = ({ state, days }: { readonly state: FormState; readonly days: ReadonlyArray<Weekday> }) => {
  const typed = state.values.days
  const isSent = Object.keys(state.values).length > 0
  const isHeld = (day: Weekday) =>
    isSent ? (Array.isArray(typed) ? typed.includes(day) : typed === day) : days.includes(day)
  return (
    <fieldset class="chips" id={`${state.action}-days`} tabindex={-1}>
      <legend>Days</legend>
      {Weekday.literals.map((day) => (
        <label>
          <input type="checkbox" name="days" value={day} checked={isHeld(day)} aria-label={WEEKDAYS[day]} />
          {WEEKDAYS[day].slice(0, 3)}
        </label>
      ))}
      {/* Sends the field even if none is ticked. */}
      <input type="hidden" name="days" value="" />
      <FaultBeside state={state} name="days" id={`${state.action}-days`} label="Days" />
    </fieldset>
  )
}

/** An amount with its unit that fits each kind with a target. Which is shown depends on the chosen kind, by styles. */
const Examples = ({ user }: { readonly user: User }) => {
  const examples = {
    hydration: waterUnitOf(user) === "ml" ? "2,000 ml" : "64 fl oz",
    calories: "2,000 kcal",
    protein: "120 g",
    steps: "8,000 steps",
    carbs: "200 g",
    fat: "70 g",
    alcohol: "20 g",
    fiber: "30 g",
    sugars: "50 g",
    saturated_fat: "20 g",
    sodium: "2,300 mg",
    weight: user.bodyWeightUnit === "kg" ? "75 kg" : "165 lb",
    body_fat: "20 %"
  } as const
  return (
    <p class="examples">
      {KINDS.flatMap((kind) =>
        kind === "habit" || kind === "custom"
          ? []
          : [
              <span class={`of-${kind}`}>
                {bodyMetricOf(kind) === undefined
                  ? `For example: ${COMPARISONS[USUAL_COMPARISON[kind]]} ${examples[kind]} a day.`
                  : `For example: at most ${examples[kind]} to lose, at least to gain.`}
              </span>
            ]
      )}
    </p>
  )
}

/** The target of a goal, and its unit. */
const Target = ({
  state,
  goal,
  user
}: {
  readonly state: FormState
  readonly goal: ShownGoal | undefined
  readonly user: User
}) => {
  const target = goal?.targetValue ?? undefined
  return (
    <div class="of-number">
      <div class="duo">
        <SelectField
          state={state}
          name="comparison"
          label="How much"
          value={goal?.comparison ?? ""}
          options={[
            ...(goal === undefined ? [["", "as usual for it"] as const] : []),
            ...Comparison.literals.map((each) => [each, COMPARISONS[each]] as const)
          ]}
        />
        <TextField
          state={state}
          name="targetValue"
          label={goal?.calculated === true ? `Target (${goal.unit === "percent" ? "%" : goal.unit})` : "Target"}
          inputmode="decimal"
          {...(target === undefined ? {} : { value: String(target) })}
        />
      </div>
      {goal === undefined ? <Examples user={user} /> : null}
      {goal === undefined || isCounted(kindOf(goal)) ? (
        <div class={goal === undefined ? "of-unit" : ""}>
          <TextField
            state={state}
            name="unit"
            label="Unit"
            list={["ml", "l", "glasses", "fl oz"]}
            {...(goal?.unit === undefined
              ? { hint: `For water ${waterUnitOf(user)}, unless you write another.` }
              : { value: goal.unit })}
          />
        </div>
      ) : null}
    </div>
  )
}

/** The form of an existing or new goal. The kind of an existing goal cannot be changed. */
export const GoalForm = ({
  state,
  to,
  goal,
  today,
  user
}: {
  readonly state: FormState
  readonly to: string
  readonly goal?: ShownGoal
  readonly user: User
  readonly today: ActivityDay
}) => {
  const kind = goal === undefined ? undefined : kindOf(goal)
  return (
    <Form
      state={state}
      to={to}
      className="fields goal-form"
      data={{ "data-measures": measuresOf(kind === undefined ? KINDS : [kind], goal?.unit, user) }}
    >
      {goal === undefined ? <input type="hidden" name={KEY_FIELD} value={keyOf(state)} /> : null}
      {goal === undefined ? (
        <SelectField state={state} name="kind" label="About" options={KINDS.map((each) => [each, kindName(each)])} />
      ) : null}
      <TextField
        state={state}
        name="name"
        label="Name"
        {...(goal === undefined ? { hint: "For example: Stretch for ten minutes." } : { value: goal.name })}
      />
      {kind === "habit" ? null : <Target state={state} goal={goal} user={user} />}
      <Days state={state} days={goal?.schedule.days ?? Weekday.literals} />
      <div class="duo">
        <TextField
          state={state}
          name="startDate"
          label="First day"
          type="date"
          value={goal?.schedule.startDate ?? today}
        />
        <TextField state={state} name="endDate" label="Last day" type="date" value={goal?.schedule.endDate ?? ""} />
      </div>
      <button type="submit">{goal === undefined ? "Make the goal" : "Save"}</button>
    </Form>
  )
}
