/** @jsxImportSource hono/jsx */
import { type Context, Effect, Schema } from "effect"
import { TimezoneName, type User, UserName } from "../../../contract/handler/user.ts"
import { changeUser } from "../../../features/accounts/accounts.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { DistanceUnit, WeightUnit } from "../../../values/units.ts"
import { Form, SelectField, TextField } from "../frame/form.tsx"
import { change, type Page } from "../frame/page.ts"
import { ACCOUNT_PATH } from "../frame/paths.ts"
import { Redirect, redirect } from "../frame/view.ts"
import { keptZone, Moved } from "../frame/zone.tsx"
import { gone } from "./gone.ts"

const Account = Schema.Struct({
  name: UserName,
  timezone: TimezoneName,
  bodyWeightUnit: WeightUnit,
  strengthUnit: WeightUnit,
  distanceUnit: DistanceUnit
})

const WEIGHTS = [
  ["kg", "Kilograms (kg)"],
  ["lb", "Pounds (lb)"]
] as const

const DISTANCES = [
  ["km", "Kilometres (km)"],
  ["mi", "Miles (mi)"]
] as const

const TIMEZONES = Intl.supportedValuesOf("timeZone")

/** Takes the timezone of a device, or keeps the person's there. */
const zoneActions = (services: Context.Context<AccountStore | Transactions>) => ({
  zone: change(Moved, ({ user }, { timezone, back }) =>
    changeUser(user.id, (before: User) => ({ ...before, timezone })).pipe(
      Effect.mapError(gone),
      Effect.as(
        new Redirect(back, {
          undo: {
            text: `Your days begin at midnight in ${timezone}. What is logged stays on its day.`,
            to: ACCOUNT_PATH,
            action: "zone",
            fields: { timezone: user.timezone, back }
          }
        })
      ),
      Effect.provide(services)
    )
  ),
  "keep-zone": change(Moved, ({ user }, { timezone, back }) =>
    Effect.succeed(new Redirect(back, { keepsZone: keptZone(user.timezone, timezone) }))
  )
})

/** Name, timezone and units, as in `fettle user set`. */
export const accountPage = Effect.map(
  Effect.context<AccountStore | Transactions>(),
  (services): Page => ({
    path: ACCOUNT_PATH,
    setting: { label: "Account", about: "Your name, timezone and units." },
    messages: { saved: "Your account is saved." },
    show: ({ user, form }) => {
      const state = form("save")
      return Effect.succeed({
        title: "Account",
        content: (
          <>
            <h1>Account</h1>
            <section class="card">
              <Form state={state} to={ACCOUNT_PATH}>
                <TextField state={state} name="name" label="Name" value={user.name} autocomplete="name" required />
                <TextField
                  state={state}
                  name="timezone"
                  label="Timezone"
                  hint="It decides which day is today. Type a city or a continent to choose from the list."
                  value={user.timezone}
                  list={TIMEZONES}
                  required
                />
                <SelectField
                  state={state}
                  name="bodyWeightUnit"
                  label="Body weight"
                  value={user.bodyWeightUnit}
                  options={WEIGHTS}
                />
                <SelectField
                  state={state}
                  name="strengthUnit"
                  label="Loads in workouts"
                  value={user.strengthUnit}
                  options={WEIGHTS}
                />
                <SelectField
                  state={state}
                  name="distanceUnit"
                  label="Distances"
                  value={user.distanceUnit}
                  options={DISTANCES}
                />
                <button type="submit">Save</button>
              </Form>
            </section>
            <p class="soft">
              Your user id, which the operator of this service may ask for, is <code>{user.id}</code>.
            </p>
          </>
        )
      })
    },
    actions: {
      save: change(Account, ({ user }, account) =>
        changeUser(user.id, (before: User) => ({ ...before, ...account })).pipe(
          Effect.mapError(gone),
          Effect.as(redirect(ACCOUNT_PATH, "saved")),
          Effect.provide(services)
        )
      ),
      ...zoneActions(services)
    }
  })
)
