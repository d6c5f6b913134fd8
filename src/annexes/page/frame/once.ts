import { Effect, Schema } from "effect"
import { fingerprintOf } from "../../../call/idempotency.ts"
import { type Failure, IdempotencyConflict } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import { IdempotencyStore, KEY_LIFETIME_MILLIS } from "../../../facts/idempotency-store.ts"
import { Transactions } from "../../../platform/database/transactions.ts"
import type { UserId } from "../../../values/ids.ts"
import { toStorable } from "../../../values/text.ts"
import { HAND_OVER_SECONDS } from "./cookies.ts"
import type { Fields } from "./form.tsx"
import { KEY_FIELD, textOf } from "./inputs.ts"
import { seal, unseal } from "./sealed.ts"
import { Redirect } from "./view.ts"

/** Where a form led, and what it handed over, sealed for the session that sent it. */
const Answer = Schema.Struct({ to: Schema.String, sealed: present(Schema.String) })
const decodeAnswer = Schema.decodeSync(Schema.parseJson(Answer))

const conflict = new IdempotencyConflict({ message: "This form was sent before, with something else in it." })

/** Carries out `work` once for each key of a form. The same form sent again leads where it led first. */
export type Once = (
  name: string,
  fields: Fields,
  work: Effect.Effect<Redirect, Failure>
) => Effect.Effect<Redirect, Failure>

/** Who sends a form, in which session, and when. */
interface Sender {
  readonly userId: UserId
  /** The text of the session, which is not stored: it seals what only the session may read. */
  readonly sessionText: string
  /** In epoch milliseconds. */
  readonly at: number
}

/**
 * Makes `Once` for a request. The key is kept in the transaction of the change. It is for changes that no operation
 * makes; operations keep their own keys.
 */
export const makeOnce = Effect.gen(function* () {
  const keys = yield* IdempotencyStore
  const transactions = yield* Transactions

  return ({ userId, sessionText, at }: Sender): Once => {
    const again = ({ to, sealed }: typeof Answer.Type): Redirect => {
      const handsOver = sealed === undefined ? undefined : unseal(sessionText, [to], sealed, at)
      return new Redirect(to, handsOver === undefined ? {} : { handsOver })
    }

    const answerOf = ({ to, options: { handsOver } }: Redirect): Effect.Effect<typeof Answer.Type> =>
      handsOver === undefined
        ? Effect.succeed({ to })
        : Effect.map(seal(sessionText, [to], { until: at + HAND_OVER_SECONDS * 1000, text: handsOver }), (sealed) => ({
            to,
            sealed
          }))

    return (name, fields, work) => {
      const { [KEY_FIELD]: _key, ...rest } = fields
      const given = textOf(fields, KEY_FIELD)
      if (given === undefined) return work
      const key = toStorable(given.slice(0, 255))
      const operation = `page:${name}`
      const fingerprint = fingerprintOf(rest)
      const working = Effect.gen(function* () {
        // Changes of one user wait for each other, so nothing else uses the key between this and its being kept.
        const kept = yield* keys.find({ userId, operation, key }, at - KEY_LIFETIME_MILLIS)
        if (kept !== undefined)
          return kept.fingerprint === fingerprint ? again(decodeAnswer(kept.output)) : yield* conflict
        const done = yield* work
        const answer = { output: yield* answerOf(done), key: { operation, key, fingerprint }, at }
        yield* Effect.catchTag(keys.keep(userId, answer), "KeyTaken", Effect.die)
        return done
      })
      return transactions.change(userId, working)
    }
  }
})
