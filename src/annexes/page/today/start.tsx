/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { TimezoneName, type User } from "../../../contract/handler/user.ts"
import { changeUser } from "../../../features/accounts/accounts.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { CARDS, type Card, NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import { ImportStore } from "../../imports/ledger/store.ts"
import type { Today } from "../features/overview/definition.ts"
import { ButtonForm, emptyForm, Form, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, quantityText } from "../frame/inputs.ts"
import { type Action, change, making, type Visit } from "../frame/page.ts"
import { HISTORY_PATH, HOME_PATH, PHONE_PATH, TOKENS_PATH } from "../frame/paths.ts"
import { typedCount } from "../frame/typed-number.ts"
import { type Children, redirect } from "../frame/view.ts"
import { gone } from "../settings/gone.ts"
import { LookAround } from "../settings/sample.tsx"
import { CONNECT_ACTION } from "../settings/tokens.tsx"

export type StartServices = AccountStore | ImportStore | NewcomerStore | Transactions

/** Whether somebody has what a beginner has not. */
const isSettled = ({ streak, goals, latest, total }: Today): boolean =>
  streak.longest >= BEGINS_BELOW || (goals.length > 0 && latest.weight !== null && total > 0)

/** The longest streak, in days, with which somebody still begins. */
const BEGINS_BELOW = 3

/** What a newcomer has done of the start, if anything is left. */
export interface Start {
  readonly open: ReadonlyArray<Card>
  readonly isTaken: boolean
  /** Whether nothing is in the account yet. */
  readonly isEmpty: boolean
}

/** The start that Today shows; undefined once every card is done or put away, or after the first days. */
export const startOf = Effect.fnUntraced(function* ({ user: { id } }: Visit, today: Today) {
  const { streak, goals } = today
  if (isSettled(today)) return undefined
  const { putAway, hasSample } = yield* (yield* NewcomerStore).find(id)
  if (hasSample) return undefined
  const imports = yield* (yield* ImportStore).list(id)
  const isBrought = imports.some(({ undoneAt }) => undoneAt === null)
  const done = new Set<Card>([...putAway, ...(goals.length > 0 ? ["day" as const] : [])])
  if (isBrought) done.add("history")
  const open = CARDS.filter((card) => !done.has(card))
  const isEmpty = streak.longest === 0 && !isBrought
  const start: Start = { open, isTaken: putAway.includes("you"), isEmpty }
  return open.length === 0 && !isEmpty ? undefined : start
})

const UNITS = {
  metric: { bodyWeightUnit: "kg", strengthUnit: "kg", distanceUnit: "km" },
  imperial: { bodyWeightUnit: "lb", strengthUnit: "lb", distanceUnit: "mi" }
} as const

/** The units that a form offers together. */
export const UnitsChoice = Schema.Literal("metric", "imperial")
export const unitsOf = (choice: typeof UnitsChoice.Type) => UNITS[choice]

const NUMBERS = {
  calories: present(quantityText("energy", "kcal", typedCount)),
  protein: present(quantityText("grams", "g")),
  water: present(quantityText("volume", "l"))
}

/** The goals that the card makes, in the order of its fields. */
const goalsOf = ({ calories, protein, water }: { readonly [K in keyof typeof NUMBERS]?: number }) => [
  ...(calories === undefined
    ? []
    : [{ name: "Calories", metric: "calories", targetValue: calories, comparison: "max" } as const]),
  ...(protein === undefined
    ? []
    : [{ name: "Protein", metric: "protein", targetValue: protein, comparison: "min" } as const]),
  ...(water === undefined
    ? []
    : [
        {
          name: "Water",
          metric: "hydration",
          targetValue: Math.round(water * 1000),
          unit: "ml",
          comparison: "min"
        } as const
      ])
]

/** The actions of the start's forms. */
export const startActions = Effect.map(Effect.context<StartServices>(), (services) => {
  const put = ({ user }: Visit, card: Card) => Effect.flatMap(NewcomerStore, (store) => store.putAway(user.id, card))
  const actions: Readonly<Record<string, Action>> = {
    you: change(Schema.Struct({ timezone: present(TimezoneName), units: UnitsChoice }), (visit, { timezone, units }) =>
      changeUser(visit.user.id, (before: User) => ({
        ...before,
        ...UNITS[units],
        timezone: timezone ?? before.timezone
      })).pipe(
        Effect.mapError(gone),
        Effect.zipRight(put(visit, "you")),
        Effect.as(redirect(HOME_PATH)),
        Effect.provide(services)
      )
    ),
    day: making("start-day", Schema.Struct(NUMBERS), (visit, given) =>
      Effect.forEach(goalsOf(given), (goal) => visit.call("save_goal", { type: "numeric", ...goal })).pipe(
        Effect.zipRight(put(visit, "day")),
        Effect.as(redirect(HOME_PATH)),
        Effect.provide(services)
      )
    ),
    away: change(Schema.Struct({ card: Schema.Literal(...CARDS) }), (visit, { card }) =>
      put(visit, card).pipe(Effect.as(redirect(HOME_PATH)), Effect.provide(services))
    )
  }
  return actions
})

const Away = ({
  visit,
  card,
  children = "Not now"
}: {
  readonly visit: Visit
  readonly card: Card
  readonly children?: string
}) => (
  <ButtonForm state={visit.form("away")} to={HOME_PATH} fields={{ card }}>
    {children}
  </ButtonForm>
)

const Step = ({
  number,
  title,
  children
}: {
  readonly number: number
  readonly title: string
  readonly children?: Children
}) => (
  <section class="card step" aria-labelledby={`step-${number}`}>
    <span class="n" aria-hidden="true">
      {number}
    </span>
    <h2 id={`step-${number}`}>{title}</h2>
    {children}
  </section>
)

const You = ({ visit }: { readonly visit: Visit }) => (
  <Step number={1} title="You">
    <p class="soft">
      Your days begin at midnight in <span data-zone-name>{visit.user.timezone}</span>. What do you weigh and run in?
    </p>
    <Form state={visit.form("you")} to={HOME_PATH} className="buttons">
      <input type="hidden" name="timezone" value={visit.user.timezone} data-zone-here />
      <button type="submit" name="units" value="metric">
        kg and km
      </button>
      <button type="submit" name="units" value="imperial" class="quiet">
        lb and miles
      </button>
    </Form>
  </Step>
)

/** The fields of the day's card: what each measures, and its unit. */
const DAY_FIELDS = [
  ["calories", "Calories, at most (kcal)", "energy", "kcal"],
  ["protein", "Protein, at least (g)", "grams", "g"],
  ["water", "Water, at least (litres)", "volume", "l"]
] as const

const Day = ({ visit }: { readonly visit: Visit }) => {
  const state = visit.form("day")
  const isTyped = Object.keys(state.values).length > 0
  return (
    <Step number={2} title="Your day">
      <p class="soft">What do you want to eat in a day?</p>
      <details open={isTyped}>
        <summary>I know it</summary>
        <Form state={state} to={HOME_PATH}>
          <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
          {DAY_FIELDS.map(([name, label, measured, unit]) => (
            <TextField
              state={state}
              name={name}
              label={label}
              measured={measured}
              unit={unit}
              inputmode={name === "calories" ? "numeric" : "decimal"}
            />
          ))}
          <button type="submit">Set</button>
        </Form>
      </details>
      <p class="soft">
        Or find out: log what you eat and your weight for four weeks. Trends then shows what your body spends.
      </p>
      <div class="buttons">
        <Away visit={visit} card="day">
          Find out
        </Away>
        <Away visit={visit} card="day" />
      </div>
    </Step>
  )
}

const History = ({ visit }: { readonly visit: Visit }) => {
  const agent = emptyForm(CONNECT_ACTION, visit.form("away").token)
  return (
    <Step number={3} title="Your history">
      <p class="soft">From Hevy, Strong, MyFitnessPal, Cronometer, Apple Health and many more.</p>
      <div class="buttons">
        <a class="button quiet" href={HISTORY_PATH}>
          Bring a file
        </a>
        <a class="button quiet" href={PHONE_PATH}>
          Connect a phone
        </a>
        <ButtonForm state={agent} to={TOKENS_PATH} fields={{ [KEY_FIELD]: keyOf(agent) }}>
          Connect an agent
        </ButtonForm>
        <Away visit={visit} card="history" />
      </div>
    </Step>
  )
}

/** The cards that are left of the start. */
export const StartCards = ({
  visit,
  start: { open, isTaken, isEmpty }
}: {
  readonly visit: Visit
  readonly start: Start
}) => (
  <div class="start">
    {isTaken && open.length > 0 ? (
      <p class="soft">
        ✓ You: {visit.user.timezone}, {visit.user.bodyWeightUnit}, {visit.user.distanceUnit}
      </p>
    ) : null}
    {open.includes("you") ? <You visit={visit} /> : null}
    {open.includes("day") ? <Day visit={visit} /> : null}
    {open.includes("history") ? <History visit={visit} /> : null}
    {isEmpty ? (
      <p>
        <LookAround visit={visit} />
      </p>
    ) : null}
  </div>
)
