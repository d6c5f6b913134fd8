import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import type pg from "pg"
import { today } from "../../src/contract/handler/user.ts"
import * as Accounts from "../../src/features/accounts/store.sql.ts"
import { AccountStore } from "../../src/features/accounts/store.ts"
import * as Client from "../../src/platform/database/client.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { UserId } from "../../src/values/ids.ts"

const SAMPLE = 12

/** Streak runs, badges and achievements of a user, as text. */
const following = (userId: UserId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const runs = yield* sql`
      SELECT first_day::text, last_day::text FROM streak_runs WHERE user_id = ${userId} ORDER BY first_day`
    const badges = yield* sql`
      SELECT badge, reached_on::text, earned_on::text FROM badges WHERE user_id = ${userId} ORDER BY badge`
    const achievements = yield* sql`SELECT achievements::text FROM users WHERE user_id = ${userId}`
    return JSON.stringify({ runs, badges, achievements })
  })

const recomputed = (userId: UserId) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const accounts = yield* AccountStore
    const day = yield* today(yield* accounts.findUser(userId))
    yield* sql`DELETE FROM streak_runs WHERE user_id = ${userId}`
    yield* sql`DELETE FROM badges WHERE user_id = ${userId}`
    yield* sql`SELECT settle_user(${userId}, ${day})`
    return yield* following(userId)
  })

/** Throws if the streaks and badges of some users are not what the service itself derives from their facts. */
export const checkFollowing = async (url: string, client: pg.ClientBase): Promise<void> => {
  const { rows } = await client.query<{ readonly user_id: string }>(
    `SELECT user_id FROM users ORDER BY user_id LIMIT ${SAMPLE}`
  )
  const check = (userId: UserId) =>
    Effect.gen(function* () {
      const loaded = yield* following(userId)
      const fresh = yield* recomputed(userId)
      if (loaded !== fresh) throw new Error(`${userId} was loaded with ${loaded}, but the service computes ${fresh}`)
    })
  const database = Client.external(serversAt(url), 1, 0)
  await Effect.forEach(rows, ({ user_id }) => check(UserId.make(user_id))).pipe(
    Effect.provide(Accounts.layer.pipe(Layer.provideMerge(database))),
    Effect.runPromise
  )
}
