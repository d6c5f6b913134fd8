/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { type Delivery, type Webhook, WebhookId } from "../../webhooks/model.ts"
import {
  findWebhook,
  lastDeliveries,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
  type Services,
  sendAgain
} from "../../webhooks/webhooks.ts"
import { ButtonForm } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, parameterOf } from "../frame/inputs.ts"
import { change, making, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { Redirect, redirect, type View } from "../frame/view.ts"
import { WEBHOOK_PATH, WEBHOOKS_PATH, webhookAddress } from "./paths.ts"
import { At, EVENT_NAMES, hostOf, keyView, noSuchWebhook, Standing } from "./webhook-parts.tsx"

interface Shown {
  readonly webhook: Webhook
  readonly visit: Visit
}

/** What came of a delivery, in words. */
const answerOf = ({ status, fault, attempts, sentAt }: Delivery): string => {
  if (attempts === 0) return "waits"
  const answer = status === null ? (fault ?? "no answer") : `answered ${status}`
  return `${answer}${attempts === 1 ? "" : `, ${attempts} attempts`}${sentAt === null ? ", waits" : ""}`
}

const Deliveries = ({ webhook, visit, deliveries }: Shown & { readonly deliveries: ReadonlyArray<Delivery> }) =>
  deliveries.length === 0 ? (
    <p>Nothing yet.</p>
  ) : (
    <ul class="rows">
      {deliveries.map((delivery) => (
        <li>
          <div>
            <strong>{EVENT_NAMES[delivery.type]}</strong>
            <span class="hint">
              <At millis={delivery.triedAt ?? delivery.madeAt} user={visit.user} />, {answerOf(delivery)}
            </span>
          </div>
          {delivery.sentAt === null ? null : (
            <ButtonForm
              state={visit.form("again")}
              to={webhookAddress(webhook.id)}
              fields={{ id: webhook.id, place: String(delivery.place) }}
              label={`Send again: ${EVENT_NAMES[delivery.type]}, ${delivery.messageId}`}
            >
              Send again
            </ButtonForm>
          )}
        </li>
      ))}
    </ul>
  )

/** What to do about a webhook that fails, and what was lost. */
const Trouble = ({ webhook, visit }: Shown) => {
  const { id, stoppedWhy, failingSince, dropped, waiting } = webhook
  if (stoppedWhy === null && failingSince === null && dropped === 0) return null
  return (
    <section class="card">
      <h2>Trouble</h2>
      {dropped === 0 ? null : (
        <p>{dropped.toLocaleString("en-US")} messages were dropped, because too many waited, or waited for a week.</p>
      )}
      {stoppedWhy === "gone" ? <p>Its receiver answered 410: it wants nothing more.</p> : null}
      {stoppedWhy === "failing" ? <p>No attempt of a day succeeded, so nothing is sent any more.</p> : null}
      <ButtonForm state={visit.form("resume")} to={webhookAddress(id)} fields={{ id }} className="primary">
        {waiting === 0 ? "Resume" : "Send what waits now"}
      </ButtonForm>
    </section>
  )
}

const Controls = ({ webhook: { id, oldSecretUntil }, visit }: Shown) => (
  <section class="card">
    <h2>Change it</h2>
    <p>
      A new key is used at once. For 24 hours, messages are signed with the old one, too
      {oldSecretUntil !== null && oldSecretUntil > visit.now.epochMillis ? (
        <>
          , now until <At millis={oldSecretUntil} user={visit.user} />
        </>
      ) : null}
      .
    </p>
    <ButtonForm
      state={visit.form("rotate")}
      to={webhookAddress(id)}
      fields={{ id, [KEY_FIELD]: keyOf(visit.form("rotate")) }}
    >
      New key
    </ButtonForm>
    <details>
      <summary>Remove it</summary>
      <p>Nothing more is sent to it, not even what waits.</p>
      <ButtonForm state={visit.form("remove")} to={webhookAddress(id)} fields={{ id }} className="danger">
        Remove
      </ButtonForm>
    </details>
  </section>
)

const viewOf = (shown: Shown, deliveries: ReadonlyArray<Delivery>): View => {
  const { webhook, visit } = shown
  return {
    title: hostOf(webhook),
    content: (
      <>
        <h1>{hostOf(webhook)}</h1>
        <p class="soft">
          <Standing webhook={webhook} user={visit.user} />
        </p>
        <Trouble {...shown} />
        <section class="card">
          <h2>Last messages</h2>
          <Deliveries {...shown} deliveries={deliveries} />
          <p class="buttons">
            <a class="button quiet" href={webhookAddress(webhook.id)}>
              Look again
            </a>
          </p>
        </section>
        <section class="card">
          <h2>What it hears</h2>
          <p>
            {webhook.events.map((name) => EVENT_NAMES[name]).join(", ")}, at <code>{webhook.url}</code>
          </p>
        </section>
        <Controls {...shown} />
        <p>
          <a href={WEBHOOKS_PATH}>All webhooks</a>
        </p>
      </>
    )
  }
}

const OfWebhook = Schema.Struct({ id: WebhookId })
const OfDelivery = Schema.Struct({ id: WebhookId, place: Schema.NumberFromString })

/** One webhook: its last deliveries, and everything that can be done with it. */
export const webhookPage = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const decodeId = Schema.decodeUnknownOption(WebhookId)
  const page: Page = {
    path: WEBHOOK_PATH,
    messages: { again: "It is sent again.", resumed: "It is sent to again." },
    show: (visit) =>
      Effect.gen(function* () {
        const id = decodeId(parameterOf(visit.query, "id"))
        if (Option.isNone(id)) return yield* noSuchWebhook()
        if (visit.handedOver !== undefined)
          return keyView(
            "New key",
            visit.handedOver,
            "Messages are signed with it from now on, and for 24 hours with the old one, too.",
            webhookAddress(id.value)
          )
        const which = { userId: visit.user.id, id: id.value }
        const webhook = yield* Effect.mapError(findWebhook(which), noSuchWebhook)
        return viewOf({ webhook, visit }, yield* lastDeliveries(which))
      }).pipe(Effect.provide(services)),
    actions: {
      again: change(OfDelivery, ({ user }, { id, place }) =>
        sendAgain({ userId: user.id, id }, place).pipe(
          Effect.mapBoth({ onFailure: noSuchWebhook, onSuccess: () => redirect(webhookAddress(id), "again") }),
          Effect.provide(services)
        )
      ),
      resume: change(OfWebhook, ({ user }, { id }) =>
        resumeWebhook({ userId: user.id, id }).pipe(
          Effect.mapBoth({ onFailure: noSuchWebhook, onSuccess: () => redirect(webhookAddress(id), "resumed") }),
          Effect.provide(services)
        )
      ),
      // Of two keys in a row, the first would not be the one that its receiver has.
      rotate: making("webhook key", OfWebhook, ({ user }, { id }) =>
        rotateSecret({ userId: user.id, id }).pipe(
          Effect.mapBoth({
            onFailure: noSuchWebhook,
            onSuccess: ({ secret }) => new Redirect(webhookAddress(id), { handsOver: secret })
          }),
          Effect.provide(services)
        )
      ),
      remove: withoutAccess(
        change(OfWebhook, ({ user }, { id }) =>
          removeWebhook({ userId: user.id, id }).pipe(
            Effect.mapBoth({ onFailure: noSuchWebhook, onSuccess: () => redirect(WEBHOOKS_PATH, "removed") }),
            Effect.provide(services)
          )
        )
      )
    }
  }
  return page
})
