import { type Context, type DateTime, Effect, HashMap, Layer, Option } from "effect"
import { userIdsIn } from "../../../features/accounts/store.memory.ts"
import { MemoryDatabase, table } from "../../../platform/database/memory.ts"
import type { UserId } from "../../../values/ids.ts"
import { CARDS, type Newcomer, NewcomerStore } from "./newcomers.ts"

interface Row extends Newcomer {
  readonly signedInAt: DateTime.Utc | null
}

const newcomers = table<UserId, Row>("newcomers", (id) => id)

const NOTHING: Row = { machineTimezone: null, putAway: [], hasSample: false, signedInAt: null }

type Memory = Context.Tag.Service<MemoryDatabase>

export const newcomerIn = (memory: Memory, userId: UserId): Row =>
  Option.getOrElse(HashMap.get(memory.rows(newcomers), userId), () => NOTHING)

const change = (memory: Memory, userId: UserId, changed: (row: Row) => Row): void =>
  memory.update(newcomers, HashMap.set(userId, changed(newcomerIn(memory, userId))))

/** Notes the user's first sign-in. */
export const signedInAt = (memory: Memory, userId: UserId, at: DateTime.Utc): void =>
  change(memory, userId, (row) => ({ ...row, signedInAt: row.signedInAt ?? at }))

export const layer = Layer.effect(
  NewcomerStore,
  Effect.map(MemoryDatabase, (memory) => {
    const changed = (userId: UserId, by: (row: Row) => Row) => Effect.sync(() => change(memory, userId, by))
    return NewcomerStore.of({
      isOfMachine: (userId, timezone) => changed(userId, (row) => ({ ...row, machineTimezone: timezone })),
      find: (userId) =>
        Effect.sync(() => {
          const { signedInAt: _, ...newcomer } = newcomerIn(memory, userId)
          return newcomer
        }),
      putAway: (userId, card) =>
        changed(userId, (row) => ({
          ...row,
          putAway: CARDS.filter((each) => each === card || row.putAway.includes(each))
        })),
      settleTimezone: (userId) =>
        Effect.sync(() => {
          const { machineTimezone } = newcomerIn(memory, userId)
          if (machineTimezone === null) return undefined
          change(memory, userId, (row) => ({ ...row, machineTimezone: null }))
          return machineTimezone
        }),
      noteSample: (userId, hasSample) => changed(userId, (row) => ({ ...row, hasSample })),
      neverSignedIn: Effect.sync(
        () => new Set(userIdsIn(memory).filter((id) => newcomerIn(memory, id).signedInAt === null))
      )
    })
  })
)
