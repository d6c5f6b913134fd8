/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { decoder } from "../../../contract/decode.ts"
import type { Failure } from "../../../contract/errors.ts"
import { TimezoneName, type User, UserName } from "../../../contract/handler/user.ts"
import { changeUser } from "../../../features/accounts/accounts.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import type { UserId } from "../../../values/ids.ts"
import type { Invitation } from "../../identity/sign-in/model.ts"
import { NewcomerStore } from "../../identity/sign-in/newcomers.ts"
import { LINK_PATH } from "../../identity/sign-in/sign-in.ts"
import type { Fields } from "../frame/form.tsx"
import type { View } from "../frame/view.ts"
import { UnitsChoice, unitsOf } from "../today/start.tsx"

/** What an invited person chooses. */
const Accepted = Schema.Struct({ name: UserName, timezone: TimezoneName, units: UnitsChoice })

const decodeAccepted = decoder(Accepted.annotations({ parseOptions: { errors: "all" } }), undefined)

/** Reads the form of an invitation. */
export const readAccepted = ({ name, timezone, units }: Fields) => decodeAccepted({ name, timezone, units }, undefined)

const decodeTimezone = Schema.decodeUnknownOption(TimezoneName)

const TIMEZONES = Intl.supportedValuesOf("timeZone")

const textIn = (fields: Fields, name: string): string => (typeof fields[name] === "string" ? String(fields[name]) : "")

const faultsIn = (failure: Failure | undefined): string | undefined =>
  failure?._tag === "validation_failed"
    ? failure.details.fields
        .map(
          ({ field, message }) =>
            `${field === "name" ? "Name" : field === "timezone" ? "Timezone" : "Units"} ${message}.`
        )
        .join(" ")
    : undefined

/** Asks an invited person who they are, before they sign in for the first time. */
export const invitationView = ({
  invitation: { by },
  host,
  link,
  fields,
  fault
}: {
  readonly invitation: Invitation
  readonly host: string
  readonly link: string
  readonly fields: Fields
  readonly fault?: Failure
}): View => {
  const problem = faultsIn(fault)
  const units = textIn(fields, "units") === "imperial" ? "imperial" : "metric"
  return {
    title: "Your invitation",
    status: fault === undefined ? 200 : 400,
    content: (
      <section class="card">
        <h1>You are invited to Fettle</h1>
        <p>
          {by === null ? "Whoever sent you this link" : by} runs a Fettle at <strong>{host}</strong>, and has made an
          account for you: what you eat, how you train and what you weigh, on their server. Other users do not see your
          data; whoever runs the server could.
        </p>
        {problem === undefined ? null : (
          <p class="fault" role="alert">
            {problem}
          </p>
        )}
        <form method="post" action={LINK_PATH} class="fields">
          <input type="hidden" name="link" value={link} />
          <div class="field">
            <label for="invited-name">Your name</label>
            <input id="invited-name" name="name" value={textIn(fields, "name")} autocomplete="name" required />
          </div>
          <div class="field">
            <label for="invited-timezone">Timezone, in which your days begin</label>
            <input
              id="invited-timezone"
              name="timezone"
              value={textIn(fields, "timezone") || "UTC"}
              list="invited-timezones"
              required
              {...(fault === undefined ? { "data-zone-here": "" } : {})}
            />
            <datalist id="invited-timezones">
              {TIMEZONES.map((each) => (
                <option value={each} />
              ))}
            </datalist>
          </div>
          <div class="field">
            <label for="invited-units">Units</label>
            <select id="invited-units" name="units">
              <option value="metric" selected={units === "metric"}>
                kg and km
              </option>
              <option value="imperial" selected={units === "imperial"}>
                lb and miles
              </option>
            </select>
          </div>
          <button type="submit">Accept and sign in</button>
        </form>
      </section>
    )
  }
}

/** What a user's first browser decides about their account. */
export const firstVisits = Effect.map(Effect.context<AccountStore | NewcomerStore | Transactions>(), (services) => ({
  /** Takes the browser's timezone if nobody has chosen one. */
  takeTimezone: (userId: UserId, given: unknown) =>
    Effect.gen(function* () {
      const timezone = Option.getOrUndefined(decodeTimezone(given))
      if (timezone === undefined) return
      const was = yield* (yield* NewcomerStore).settleTimezone(userId)
      if (was === undefined || was === timezone) return
      yield* changeUser(userId, (before: User) => (before.timezone === was ? { ...before, timezone } : before))
    }).pipe(Effect.orDie, Effect.provide(services)),

  /** Stores what an invited person has chosen. */
  takeAccepted: (userId: UserId, { name, timezone, units }: typeof Accepted.Type) =>
    Effect.gen(function* () {
      const newcomers = yield* NewcomerStore
      yield* newcomers.settleTimezone(userId)
      yield* changeUser(userId, (before: User) => ({ ...before, ...unitsOf(units), name, timezone }))
      yield* newcomers.putAway(userId, "you")
    }).pipe(Effect.orDie, Effect.provide(services))
}))
