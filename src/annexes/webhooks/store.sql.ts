import { Effect, Layer } from "effect"
import { type Database, Db } from "../../platform/database/db.ts"
import { SWEEP_ROWS } from "../../platform/database/session.ts"
import type { UserId } from "../../values/ids.ts"
import {
  type Delivery,
  type EventName,
  KEPT_DELIVERIES,
  MOST_WAITING,
  MOST_WAITING_BYTES,
  type StoppedWhy,
  type Webhook,
  type WebhookId
} from "./model.ts"
import { type Claimed, type CompletedGoal, type Next, type Waiting, WebhookStore, type Which } from "./store.ts"

interface Row {
  readonly user_id: UserId
  readonly webhook_id: WebhookId
  readonly url: string
  readonly events: ReadonlyArray<EventName>
  readonly created_at: Date
  readonly waiting: number
  readonly dropped: number
  readonly stopped_why: StoppedWhy | null
  readonly failing_since: number | null
  readonly next_at: number
  readonly old_secret_until: number | null
}

const toWebhook = (row: Row): Webhook => ({
  userId: row.user_id,
  id: row.webhook_id,
  url: row.url,
  events: row.events,
  createdAt: row.created_at.getTime(),
  waiting: row.waiting,
  dropped: row.dropped,
  stoppedWhy: row.stopped_why,
  failingSince: row.failing_since,
  nextAt: row.next_at,
  oldSecretUntil: row.old_secret_until
})

type Store = WebhookStore["Type"]

const hasRows = (rows: ReadonlyArray<unknown>) => rows.length > 0

/** Locks a webhook until the transaction ends, so that its sums and its deliveries change together. */
const locked = (db: Database, { userId, id }: Which) =>
  db.run(db.sql`SELECT 1 FROM webhooks WHERE user_id = ${userId} AND webhook_id = ${id} FOR NO KEY UPDATE`)

/** What people do with their webhooks. */
const keeping = (
  db: Database
): Pick<Store, "list" | "add" | "remove" | "rotate" | "resume" | "deliveries" | "resend"> => {
  const { sql } = db
  const noteListeners = (userId: UserId) =>
    db.run(sql`
      UPDATE users SET has_listeners = EXISTS (SELECT FROM webhooks WHERE user_id = ${userId}) WHERE user_id = ${userId}`)
  return {
    list: (userId) =>
      Effect.map(
        db.rows(sql<Row>`
          SELECT user_id, webhook_id, url, events, created_at, waiting, dropped, stopped_why, failing_since, next_at,
            old_secret_until
          FROM webhooks WHERE user_id = ${userId} ORDER BY created_at, webhook_id`),
        (rows) => rows.map(toWebhook)
      ),

    add: ({ userId, id, url, events, secret, createdAt }) =>
      db
        .run(sql`
          INSERT INTO webhooks (user_id, webhook_id, url, events, secret, created_at)
          VALUES (${userId}, ${id}, ${url}, ${[...events]}::text[], ${secret}, ${new Date(createdAt)})`)
        .pipe(Effect.zipRight(noteListeners(userId))),

    remove: ({ userId, id }) =>
      db
        .rows(sql`DELETE FROM webhooks WHERE user_id = ${userId} AND webhook_id = ${id} RETURNING webhook_id`)
        .pipe(Effect.zipLeft(noteListeners(userId)), Effect.map(hasRows)),

    rotate: ({ userId, id }, secret, oldUntil) =>
      Effect.map(
        db.rows(sql`
          UPDATE webhooks SET old_secret = secret, old_secret_until = ${oldUntil}, secret = ${secret}
          WHERE user_id = ${userId} AND webhook_id = ${id} RETURNING webhook_id`),
        hasRows
      ),

    resume: ({ userId, id }) =>
      Effect.map(
        db.rows(sql`
          UPDATE webhooks SET stopped_why = NULL, failures = 0, failing_since = NULL, next_at = 0, dropped = 0
          WHERE user_id = ${userId} AND webhook_id = ${id} RETURNING webhook_id`),
        hasRows
      ),

    deliveries: ({ userId, id }, most) =>
      db.rows(sql<Delivery>`
        SELECT place, message_id AS "messageId", type, made_at AS "madeAt", attempts, tried_at AS "triedAt", status, fault,
          sent_at AS "sentAt"
        FROM webhook_deliveries WHERE user_id = ${userId} AND webhook_id = ${id} ORDER BY place DESC LIMIT ${most}`),

    resend: (which, place) =>
      db.transaction(
        Effect.gen(function* () {
          yield* locked(db, which)
          const { userId, id } = which
          const [row] = yield* db.rows(sql<Pick<Waiting, "body">>`
            UPDATE webhook_deliveries SET sent_at = NULL
            WHERE user_id = ${userId} AND webhook_id = ${id} AND place = ${place} AND sent_at IS NOT NULL RETURNING body`)
          if (row === undefined) return false
          yield* db.run(sql`
            UPDATE webhooks
            SET waiting = waiting + 1, waiting_bytes = waiting_bytes + ${Buffer.byteLength(row.body)}, next_at = 0
            WHERE user_id = ${userId} AND webhook_id = ${id}`)
          return true
        })
      )
  }
}

/** What changes record. */
const recording = (db: Database): Pick<Store, "record" | "noteGoals"> => {
  const { sql } = db
  return {
    record: (userId, at, events) =>
      Effect.map(
        db.value(sql<{ readonly value: ReadonlyArray<Next> }>`
          SELECT add_webhook_events(${userId}, ${events.map(({ type }) => type)}::text[],
            ${events.map(({ messageId }) => messageId)}::text[], ${events.map(({ body }) => body)}::text[],
            ${at}::double precision, ${MOST_WAITING}, ${MOST_WAITING_BYTES}) AS value`),
        (next = []) => next
      ),

    noteGoals: (userId, goals) =>
      db.rows(sql<CompletedGoal>`
        INSERT INTO announced_goals (user_id, goal_id, date)
        SELECT ${userId}, goal, day FROM unnest(${goals.map(({ goalId }) => goalId)}::text[],
          ${goals.map(({ date }) => date)}::date[]) AS completed (goal, day)
        ON CONFLICT (user_id, date, goal_id) DO NOTHING RETURNING goal_id AS "goalId", date::text AS date`)
  }
}

/** What the sender does. */
const sending = (db: Database): Pick<Store, "due" | "claim" | "next" | "finish" | "release"> => {
  const { sql } = db
  return {
    // This statement concerns all users; no request waits for it.
    due: (now, most) =>
      db.rows(sql<Which>`
        SELECT user_id AS "userId", webhook_id AS id FROM webhooks
        WHERE waiting > 0 AND stopped_why IS NULL AND next_at <= ${now} AND leased_until <= ${now}
        ORDER BY next_at LIMIT ${most}`),

    claim: ({ userId, id }, lease, now, until) =>
      db.findOne(
        sql<Omit<Claimed, "lease">>`
        UPDATE webhooks SET lease = ${lease}, leased_until = ${until}
        WHERE user_id = ${userId} AND webhook_id = ${id} AND waiting > 0 AND stopped_why IS NULL AND next_at <= ${now}
          AND leased_until <= ${now}
        RETURNING user_id AS "userId", webhook_id AS id, url, secret, old_secret AS "oldSecret",
          old_secret_until AS "oldSecretUntil", failures, failing_since AS "failingSince"`,
        (row) => ({ ...row, lease })
      ),

    next: ({ userId, id }, most) =>
      db.rows(sql<Waiting>`
        SELECT place, message_id AS "messageId", type, body FROM webhook_deliveries
        WHERE user_id = ${userId} AND webhook_id = ${id} AND sent_at IS NULL ORDER BY place LIMIT ${most}`),

    finish: ({ userId, id, lease }, outcome) =>
      Effect.map(
        db.value(sql<{ readonly value: boolean }>`
          SELECT finish_delivery(${userId}, ${id}, ${lease}, of_place => ${outcome.place},
            at => ${outcome.at}::double precision, is_sent => ${outcome.isSent}, new_status => ${outcome.status}::integer,
            new_fault => ${outcome.fault}::text, retry_at => ${outcome.retryAt}::double precision,
            stopping => ${outcome.stoppedWhy}::text, lease_until => ${outcome.leasedUntil}::double precision,
            most_kept => ${KEPT_DELIVERIES}) AS value`),
        (value) => value === true
      ),

    release: ({ userId, id, lease }) =>
      db.run(sql`
        UPDATE webhooks SET lease = NULL, leased_until = 0
        WHERE user_id = ${userId} AND webhook_id = ${id} AND lease = ${lease}`)
  }
}

/** What concerns everybody's webhooks. No request waits for it. */
const sweeping = (db: Database): Pick<Store, "sweep"> => {
  const { sql } = db

  /** Deletes a webhook's old deliveries. Those that still waited count as dropped. */
  const expire = (which: Which, until: number) =>
    Effect.gen(function* () {
      yield* locked(db, which)
      const { userId, id } = which
      const [lost = { events: 0, bytes: 0 }] = yield* db.rows(sql<{ readonly events: number; readonly bytes: number }>`
        SELECT count(*)::integer AS events, COALESCE(sum(octet_length(body)), 0)::integer AS bytes
        FROM webhook_deliveries WHERE user_id = ${userId} AND webhook_id = ${id} AND made_at <= ${until} AND sent_at IS NULL`)
      yield* db.run(
        sql`DELETE FROM webhook_deliveries WHERE user_id = ${userId} AND webhook_id = ${id} AND made_at <= ${until}`
      )
      yield* db.run(sql`
        UPDATE webhooks SET waiting = waiting - ${lost.events}, waiting_bytes = waiting_bytes - ${lost.bytes},
          dropped = dropped + ${lost.events}
        WHERE user_id = ${userId} AND webhook_id = ${id}`)
    })

  return {
    sweep: (until, day) =>
      Effect.gen(function* () {
        const old = yield* db.rows(sql<Which>`
          SELECT DISTINCT user_id AS "userId", webhook_id AS id FROM (
            SELECT user_id, webhook_id FROM webhook_deliveries WHERE made_at <= ${until} LIMIT ${SWEEP_ROWS}
          ) AS old`)
        for (const which of old) yield* db.transaction(expire(which, until))
        yield* db.run(sql`DELETE FROM announced_goals WHERE date < ${day}`)
      })
  }
}

export const layer = Layer.effect(
  WebhookStore,
  Effect.map(Db, (db) => WebhookStore.of({ ...keeping(db), ...recording(db), ...sending(db), ...sweeping(db) }))
)
