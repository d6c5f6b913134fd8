import { Effect, Option, Schema } from "effect"
import { NotFound } from "../../../../contract/errors.ts"
import { answerOf } from "../../../../contract/handler/answer.ts"
import { implement } from "../../../../contract/handler/handlers.ts"
import { IdempotencyStore, outputKept } from "../../../../facts/idempotency-store.ts"
import { Transactions } from "../../../../platform/database/transactions.ts"
import { RemovableKind, RemovalsApi, Removed } from "./definition.ts"
import { removableKinds } from "./kinds.ts"

const noItem = new NotFound({ message: "There is no such item any more: it was deleted already." })
const tooLate = new NotFound({
  message: "This can no longer be brought back: it was deleted more than a day ago."
})

/** The item that a deletion keeps in its output, with its kind. */
const Stored = Schema.parseJson(Schema.Struct({ kind: RemovableKind, stored: Schema.String }))

export const implementation = implement(
  RemovalsApi,
  Effect.gen(function* () {
    const kinds = yield* removableKinds
    const keys = yield* IdempotencyStore
    const transactions = yield* Transactions

    return {
      remove_item: Effect.fnUntraced(function* ({ kind, id }, caller) {
        const { user, today, limits, now } = caller
        const by = { userId: user.id, today, now, mostFoods: limits.customFoods }
        const removing = Effect.gen(function* () {
          const taken = yield* kinds[kind].take(by, id)
          if (Option.isNone(taken)) return yield* noItem
          const { name, stored } = taken.value
          const output = { id, name, stored: Schema.encodeSync(Stored)({ kind, stored }) }
          return yield* keys.keep(user.id, answerOf(caller, output))
        })
        return yield* transactions.change(user.id, removing)
      }),

      restore_item: Effect.fnUntraced(function* ({ removedBy }, { user, today, limits, now }) {
        const by = { userId: user.id, today, now, mostFoods: limits.customFoods }
        const restoring = Effect.gen(function* () {
          const scope = { userId: user.id, operation: "remove_item", key: removedBy }
          const removed = yield* outputKept(keys, scope, now, Removed)
          if (Option.isNone(removed)) return yield* tooLate
          const { id, name, stored } = removed.value
          const item = yield* Effect.orDie(Schema.decode(Stored)(stored))
          yield* kinds[item.kind].putBack(by, id, item.stored)
          return { id, name }
        })
        return yield* transactions.change(user.id, restoring)
      })
    }
  })
)
