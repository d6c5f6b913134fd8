import { SqlClient } from "@effect/sql"
import { Effect } from "effect"
import { program } from "../../../platform/assets/assets.ts"
import { check } from "./check.ts"

/** Most webhooks named in the message. */
const MOST_NAMED = 5

/** Sums over everybody's webhooks. */
interface Standing {
  readonly webhooks: number
  readonly waiting: number
  readonly failing: number
  readonly stopped: number
}

/** Checks whether people's webhooks take what is sent to them. */
export const webhooksCheck = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<Standing>`
    SELECT count(*)::integer AS webhooks, COALESCE(sum(waiting), 0)::integer AS waiting,
      count(*) FILTER (WHERE failures > 0 AND stopped_why IS NULL)::integer AS failing, count(stopped_why)::integer AS stopped
    FROM webhooks`
  const { webhooks, waiting, failing, stopped } = row ?? { webhooks: 0, waiting: 0, failing: 0, stopped: 0 }
  const count = (number: number) => number.toLocaleString("en-US")
  if (webhooks === 0) return check("webhooks", "ok", "No user has a webhook")
  if (failing + stopped === 0)
    return check("webhooks", "ok", `All ${count(webhooks)} take what is sent; ${count(waiting)} events wait`)
  const shown = yield* sql<{ readonly webhook_id: string; readonly user_id: string }>`
    SELECT webhook_id, user_id FROM webhooks WHERE failures > 0 OR stopped_why IS NOT NULL
    ORDER BY failing_since, user_id, webhook_id LIMIT ${MOST_NAMED}`
  const more = failing + stopped > shown.length ? `, and ${count(failing + stopped - shown.length)} more` : ""
  const names = shown.map(({ webhook_id, user_id }) => `${webhook_id} of ${user_id}`).join("; ")
  return check(
    "webhooks",
    "warn",
    `Of ${count(webhooks)}, ${count(failing)} fail and ${count(stopped)} are stopped, with ${count(waiting)} events waiting: ${names}${more}. Their receivers are away or refuse: \`${program} webhook list --user USER_ID\` shows since when, and \`${program} webhook resume WEBHOOK_ID\` sends again`
  )
})
