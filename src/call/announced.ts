import { Effect } from "effect"
import type { Caller } from "../contract/handler/caller.ts"
import type { Charge, Charged, NotCharged } from "../contract/handler/charge.ts"
import type { Operation } from "../contract/operation.ts"
import type { Transactions } from "../platform/database/transactions.ts"
import type { Announcer } from "./announcer.ts"

/** A call of an operation. */
interface Calling {
  readonly operation: string
  readonly access: Operation["access"]
  readonly caller: Caller
  readonly charge: Charge
}

/**
 * Runs a call's work. If the call writes and its user has listeners, the change and the record of it are one transaction.
 * The charge comes first, because it counts even if the change fails. This costs such a call five statements more than
 * the one that charges and writes: the charge alone, BEGIN, the lock of the user, the record, and COMMIT.
 */
export const announced = <A, E>(
  services: { readonly announcer: typeof Announcer.Service; readonly transactions: Transactions["Type"] },
  { operation, access, caller, charge }: Calling,
  outputOf: (done: A) => unknown,
  work: Effect.Effect<Charged<A>, E>
): Effect.Effect<Charged<A>, E | NotCharged> => {
  if (caller.user.hasListeners !== true || access === "read") return work
  const { announcer, transactions } = services
  const recorded = Effect.flatMap(work, (charged) =>
    Effect.map(
      announcer.record(caller, [{ operation, output: outputOf(charged.value) }]),
      (isToSend) => [charged, isToSend] as const
    )
  )
  return charge.now.pipe(
    Effect.zipRight(transactions.change(caller.user.id, recorded)),
    Effect.flatMap(([charged, isToSend]) =>
      isToSend ? Effect.as(announcer.committed, charged) : Effect.succeed(charged)
    )
  )
}
