import { isIP } from "node:net"
import { Clock, Data, DateTime, Effect } from "effect"
import { Announcer } from "../../call/announcer.ts"
import { AppConfig } from "../../config.ts"
import { today } from "../../contract/handler/user.ts"
import { AccountStore } from "../../features/accounts/store.ts"
import type { BodyMetricStore } from "../../features/body-metrics/store.ts"
import type { GoalStore } from "../../features/goals/store.ts"
import { Transactions } from "../../platform/database/transactions.ts"
import { renewDeadline } from "../../platform/database/work.ts"
import { isPrivateAddress } from "../../platform/network/addresses.ts"
import { inTime } from "../../platform/network/bounded.ts"
import { activityDayAt, plusDays } from "../../values/activity-day.ts"
import type { UserId } from "../../values/ids.ts"
import { noteCompleted } from "./announce.ts"
import { allowedAddresses, hostOf, parseDestination, WebhookHosts } from "./destination.ts"
import { newsDays } from "./goals.ts"
import {
  EVENTS,
  type EventName,
  KEPT_DELIVERIES,
  KEPT_MILLIS,
  MOST_WEBHOOKS,
  OVERLAP_MILLIS,
  type WebhookId,
  webhookIds
} from "./model.ts"
import { newSecret } from "./signature.ts"
import { WebhookStore, type Which } from "./store.ts"

/** The user has no webhook with this id. */
export class UnknownWebhook extends Data.TaggedError("UnknownWebhook")<{ readonly id: string }> {
  override get message() {
    return `There is no webhook ${this.id}`
  }
}

/** The user already has the maximum number of webhooks. */
export class TooManyWebhooks extends Data.TaggedError("TooManyWebhooks") {
  override get message() {
    return `A person may have ${MOST_WEBHOOKS} webhooks. Remove one first`
  }
}

/** Nothing may be sent to this URL. `problem` follows the name of a field. */
export class WrongDestination extends Data.TaggedError("WrongDestination")<{ readonly problem: string }> {
  override get message() {
    return `The URL ${this.problem}`
  }
}

const NOT_A_URL = "must be an https URL without a user's name, such as https://example.com/fettle"
const NOT_PRIVATE =
  "leads to a private address, and this server sends to none. Its operator can allow them with WEBHOOKS_PRIVATE=on"
const ONLY_HTTPS = "must begin with https: outside private networks, others could read what is sent over http"
const NOT_PUBLIC = "leads to an address at which nothing can be received"

/** How long the look-up of a new webhook's host may take, in milliseconds. A host that is away now may be back later. */
const LOOKUP_MILLIS = 3000

/** Checks where a new webhook leads, as far as it is known now: every delivery checks it again. */
const checkDestination = Effect.fnUntraced(function* (text: string) {
  const { webhooksPrivate } = yield* AppConfig
  const hosts = yield* WebhookHosts
  const url = parseDestination(text)
  if (url === undefined) return yield* new WrongDestination({ problem: NOT_A_URL })
  if (url.protocol === "http:" && !webhooksPrivate) return yield* new WrongDestination({ problem: NOT_A_URL })
  const reach = webhooksPrivate ? "private" : "public"
  const allowed = yield* Effect.promise(() => inTime(LOOKUP_MILLIS, () => allowedAddresses(hosts, url, reach)))
  yield* renewDeadline
  if (allowed === undefined || allowed.length > 0) return url
  const host = hostOf(url)
  const found =
    isIP(host) === 0 ? yield* Effect.promise(() => inTime(LOOKUP_MILLIS, () => hosts.addressesOf(host))) : [host]
  const isPrivate = found?.every(isPrivateAddress) === true
  return yield* new WrongDestination({
    problem: isPrivate ? NOT_PRIVATE : url.protocol === "http:" ? ONLY_HTTPS : NOT_PUBLIC
  })
})

/**
 * Adds a webhook, by default for all events. Only this result contains its key. It receives events from now on.
 * Fails if there is no such user, if they have five, or if nothing may be sent there.
 */
export const addWebhook = Effect.fn("addWebhook")(function* (
  userId: UserId,
  text: string,
  events: ReadonlyArray<EventName> = EVENTS
) {
  const store = yield* WebhookStore
  const transactions = yield* Transactions
  const newlyCompleted = yield* noteCompleted
  const user = yield* (yield* AccountStore).findUser(userId)
  const url = yield* checkDestination(text)
  const id = yield* webhookIds.make(userId)
  const createdAt = yield* Clock.currentTimeMillis
  const secret = newSecret()
  const adding = Effect.gen(function* () {
    if ((yield* store.list(userId)).length >= MOST_WEBHOOKS) return yield* new TooManyWebhooks()
    yield* store.add({ userId, id, url: url.href, events: [...new Set(events)], secret, createdAt })
    // What is completed already is no news.
    const by = { user, now: createdAt, today: yield* today(user) }
    yield* newlyCompleted(by, newsDays(by))
  })
  yield* transactions.change(userId, adding)
  return { id, url: url.href, secret }
})

export const listWebhooks = Effect.fn("listWebhooks")(function* (userId: UserId) {
  yield* (yield* AccountStore).findUser(userId)
  return yield* (yield* WebhookStore).list(userId)
})

const orUnknown = (id: WebhookId, done: Effect.Effect<boolean>) =>
  Effect.flatMap(done, (isThere) => (isThere ? Effect.void : new UnknownWebhook({ id })))

/** Removes a webhook. Nothing more is sent to it, not even what waits. */
export const removeWebhook = Effect.fn("removeWebhook")(function* (which: Which) {
  const store = yield* WebhookStore
  yield* orUnknown(which.id, (yield* Transactions).change(which.userId, store.remove(which)))
})

/** Gives a webhook another key, which only this result contains. For a day, the one before signs too. */
export const rotateSecret = Effect.fn("rotateSecret")(function* (which: Which) {
  const secret = newSecret()
  const now = yield* Clock.currentTimeMillis
  yield* orUnknown(which.id, (yield* WebhookStore).rotate(which, secret, now + OVERLAP_MILLIS))
  return { secret, oldUntil: now + OVERLAP_MILLIS }
})

/** Tries at once what waits for a webhook, also one that was stopped. */
export const resumeWebhook = Effect.fn("resumeWebhook")(function* (which: Which) {
  yield* orUnknown(which.id, (yield* WebhookStore).resume(which))
  yield* (yield* Announcer).committed
})

/** A webhook of a user's. Fails if they have none with this id. */
export const findWebhook = Effect.fn("findWebhook")(function* ({ userId, id }: Which) {
  const found = (yield* (yield* WebhookStore).list(userId)).find((webhook) => webhook.id === id)
  return found ?? (yield* new UnknownWebhook({ id }))
})

/** The last deliveries to a webhook, latest first. */
export const lastDeliveries = Effect.fn("lastDeliveries")(function* (which: Which) {
  return yield* (yield* WebhookStore).deliveries(which, KEPT_DELIVERIES)
})

/** Sends a delivery again, under its id. Does nothing if it still waits, or is no longer there. */
export const sendAgain = Effect.fn("sendAgain")(function* (which: Which, place: number) {
  yield* findWebhook(which)
  yield* (yield* WebhookStore).resend(which, place)
  yield* (yield* Announcer).committed
})

/** Services that webhooks need. */
export type Services = AccountStore | AppConfig | BodyMetricStore | GoalStore | Transactions | WebhookStore

/** Deletes deliveries that are older than a week. */
export const sweepWebhooks = Effect.gen(function* () {
  const store = yield* WebhookStore
  const now = yield* DateTime.now
  // No user's yesterday is earlier.
  const day = plusDays(activityDayAt(now, DateTime.zoneUnsafeMakeNamed("UTC")), -3)
  yield* store.sweep(now.epochMillis - KEPT_MILLIS, day)
})
