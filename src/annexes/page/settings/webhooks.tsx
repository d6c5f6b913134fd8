/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { Conflict } from "../../../contract/errors.ts"
import { EVENTS, EventName, type Webhook, WebhookId } from "../../webhooks/model.ts"
import { addWebhook, listWebhooks, type Services } from "../../webhooks/webhooks.ts"
import { Form, type FormState, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf } from "../frame/inputs.ts"
import { Notice } from "../frame/layout.tsx"
import { fieldFault, making, type Page, type Visit } from "../frame/page.ts"
import { Redirect, type View } from "../frame/view.ts"
import { gone } from "./gone.ts"
import { WEBHOOKS_PATH, webhookAddress } from "./paths.ts"
import { EVENT_NAMES, hostOf, keyView, Standing } from "./webhook-parts.tsx"

/** A new webhook, handed over to the page that shows its key. */
const New = Schema.parseJson(Schema.Struct({ id: WebhookId, secret: Schema.String }))
const encodeNew = Schema.encodeSync(New)
const decodeNew = Schema.decodeUnknownOption(New)

const NewWebhook = Schema.Struct({
  url: Schema.String,
  events: Schema.Union(Schema.String, Schema.Array(Schema.String))
})

const isEvent = Schema.is(EventName)

const List = ({ webhooks, visit }: { readonly webhooks: ReadonlyArray<Webhook>; readonly visit: Visit }) => (
  <ul class="rows">
    {webhooks.map((webhook) => (
      <li>
        <div>
          <a href={webhookAddress(webhook.id)}>{hostOf(webhook)}</a>
          <span class="hint">
            {webhook.events.length === EVENTS.length
              ? "Everything"
              : webhook.events.map((name) => EVENT_NAMES[name]).join(", ")}
            . <Standing webhook={webhook} user={visit.user} />
          </span>
        </div>
      </li>
    ))}
  </ul>
)

const Events = ({ state }: { readonly state: FormState }) => {
  const typed = state.values.events
  const isTicked = (name: EventName) =>
    typed === undefined || (Array.isArray(typed) ? typed.includes(name) : typed === name)
  const fault = state.faults.get("events")
  return (
    <fieldset class="chips" id={`${state.action}-events`} tabindex={-1}>
      <legend>Events</legend>
      {EVENTS.map((name) => (
        <label>
          <input type="checkbox" name="events" value={name} checked={isTicked(name)} />
          {EVENT_NAMES[name]}
        </label>
      ))}
      {/* Sends the field even if none is ticked. */}
      <input type="hidden" name="events" value="" />
      {fault === undefined ? null : (
        <span class="fault" id={`${state.action}-events-fault`}>
          Events {fault}
        </span>
      )}
    </fieldset>
  )
}

const listView = (visit: Visit, webhooks: ReadonlyArray<Webhook>): View => {
  const state = visit.form("add")
  return {
    title: "Webhooks",
    content: (
      <>
        <h1>Webhooks</h1>
        {visit.query.new === undefined ? null : (
          <Notice>A webhook's key is shown once. If you did not copy it, give the webhook a new key.</Notice>
        )}
        {webhooks.some(({ stoppedWhy }) => stoppedWhy !== null) ? (
          <p class="fault" role="note">
            A webhook is stopped: nothing is sent to it. Open it to see why.
          </p>
        ) : null}
        {webhooks.length === 0 ? null : (
          <section class="card">
            <h2>Your webhooks</h2>
            <List webhooks={webhooks} visit={visit} />
          </section>
        )}
        <section class="card">
          <h2>New webhook</h2>
          <p>Tell another program, such as your home automation, what you log as it happens.</p>
          <Form state={state} to={WEBHOOKS_PATH}>
            <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
            <TextField state={state} name="url" label="URL" hint="Where it takes messages." required />
            <Events state={state} />
            <button type="submit">Add webhook</button>
          </Form>
        </section>
      </>
    )
  }
}

/** A person's webhooks, and a form for another one. */
export const webhooksPage = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const page: Page = {
    path: WEBHOOKS_PATH,
    setting: { label: "Webhooks", about: "Tell other programs what you log." },
    messages: { removed: "The webhook is removed. Nothing more is sent to it." },
    show: (visit) => {
      const made = Option.getOrUndefined(decodeNew(visit.handedOver))
      if (made !== undefined)
        return Effect.succeed(
          keyView(
            "New webhook",
            made.secret,
            "The other program checks with it that messages are from here (Standard Webhooks).",
            webhookAddress(made.id)
          )
        )
      return listWebhooks(visit.user.id).pipe(
        Effect.mapBoth({ onFailure: gone, onSuccess: (webhooks) => listView(visit, webhooks) }),
        Effect.provide(services)
      )
    },
    actions: {
      add: making("webhook", NewWebhook, ({ user }, { url, events: given }) => {
        const events = [given].flat().filter(isEvent)
        if (events.length === 0) return fieldFault("events", "must be at least one")
        return addWebhook(user.id, url.trim(), events).pipe(
          Effect.catchTags({
            UnknownAccount: gone,
            TooManyWebhooks: ({ message }) => new Conflict({ message }),
            WrongDestination: ({ problem }) => fieldFault("url", problem)
          }),
          Effect.map(
            ({ id, secret }) => new Redirect(`${WEBHOOKS_PATH}?new`, { handsOver: encodeNew({ id, secret }) })
          ),
          Effect.provide(services)
        )
      })
    }
  }
  return page
})
