import { DateTime, Effect, Option, Schema } from "effect"
import { EVENTS, type StoppedWhy, type Webhook, WebhookId, webhookIds } from "../webhooks/model.ts"
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
  UnknownWebhook
} from "../webhooks/webhooks.ts"
import { reading, stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { userOption } from "./options.ts"
import { columns, json, print } from "./output.ts"
import { command, group } from "./usage/command.ts"
import { argument, meaning, oneOf, option, optional, placeholder, repeated } from "./usage/parameters.ts"

const iso = (millis: number) => DateTime.formatIso(DateTime.unsafeMake(millis))

const idArgument = argument("WEBHOOK_ID").pipe(meaning("The webhook's id, which webhook list shows."))

/** The webhook with this id, which names its user. Fails if the id is none. */
const whichOf = (text: string) =>
  Option.match(Schema.decodeUnknownOption(WebhookId)(text), {
    onNone: () => Effect.fail(new UnknownWebhook({ id: text })),
    onSome: (id) => Effect.succeed({ userId: webhookIds.userOf(id), id })
  })

const SECRET_ONCE = "It is not shown again: its receiver checks signatures with it."

const add = command(
  { name: "add", meaning: "Tell a URL of what a user logs. The key of its signatures is shown once." },
  {
    user: userOption,
    url: option("url").pipe(
      placeholder("URL"),
      meaning("Where to send: an https URL, or with WEBHOOKS_PRIVATE=on one in a private network.")
    ),
    event: option("event").pipe(
      oneOf(EVENTS),
      meaning("What to tell it of; it may be given several times. Default: everything."),
      repeated,
      optional
    ),
    json
  },
  ({ user, url, event, json }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(user)
      const added = yield* addWebhook(
        userId,
        url,
        Option.getOrElse(event, () => EVENTS)
      )
      yield* print(json, { webhookId: added.id, secret: added.secret }, [
        added.secret,
        `Webhook ${added.id} sends to ${added.url}, signed with this key. ${SECRET_ONCE}`
      ])
    }).pipe(Effect.provide(stores))
)

const STATES: Readonly<Record<StoppedWhy, string>> = { failing: "paused", gone: "disabled" }

const stateOf = ({ stoppedWhy, failingSince }: Webhook): string =>
  stoppedWhy === null ? (failingSince === null ? "open" : "failing") : STATES[stoppedWhy]

const list = command(
  { name: "list", meaning: "List a user's webhooks, with their state and how many events wait." },
  { user: userOption, json },
  ({ user, json }) =>
    Effect.gen(function* () {
      const webhooks = (yield* listWebhooks(yield* knownUser(user))).map((webhook) => ({
        webhookId: webhook.id,
        url: webhook.url,
        events: webhook.events,
        state: stateOf(webhook),
        failingSince: webhook.failingSince === null ? null : iso(webhook.failingSince),
        waiting: webhook.waiting,
        dropped: webhook.dropped,
        createdAt: iso(webhook.createdAt)
      }))
      yield* print(
        json,
        { webhooks },
        columns(
          ["WEBHOOK", "STATE", "WAITING", "DROPPED", "EVENTS", "URL"],
          webhooks.map(({ webhookId, state, waiting, dropped, events, url }) => [
            ...[webhookId, state, String(waiting), String(dropped)],
            events.length === EVENTS.length ? "all" : events.join(","),
            url
          ])
        )
      )
    }).pipe(reading)
)

const rotate = command(
  { name: "rotate", meaning: "Give a webhook another key, shown once. For 24 hours, the one before signs too." },
  { id: idArgument, json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const which = yield* whichOf(id)
      const { secret, oldUntil } = yield* rotateSecret(which)
      yield* print(json, { webhookId: which.id, secret, oldSecretUntil: iso(oldUntil) }, [
        secret,
        `Webhook ${which.id} signs with this key; until ${iso(oldUntil)} with the one before, too. ${SECRET_ONCE}`
      ])
    }).pipe(Effect.provide(stores))
)

const resume = command(
  { name: "resume", meaning: "Send again what waits for a webhook that was paused or disabled." },
  { id: idArgument, json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const which = yield* whichOf(id)
      yield* resumeWebhook(which)
      yield* print(json, { webhookId: which.id, resumed: true }, [`Webhook ${which.id} is sent to again`])
    }).pipe(Effect.provide(stores))
)

const remove = command(
  { name: "remove", meaning: "Remove a webhook, with what waits for it." },
  { id: idArgument, json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const which = yield* whichOf(id)
      yield* removeWebhook(which)
      yield* print(json, { webhookId: which.id, removed: true }, [`Removed webhook ${which.id}`])
    }).pipe(Effect.provide(stores))
)

export const webhook = group({ name: "webhook", meaning: "Tell other programs of what users log, as it happens." }, [
  add,
  list,
  rotate,
  resume,
  remove
])
