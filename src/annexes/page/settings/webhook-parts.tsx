/** @jsxImportSource hono/jsx */
import { DateTime } from "effect"
import { NotFound } from "../../../contract/errors.ts"
import type { User } from "../../../contract/handler/user.ts"
import type { EventName, Webhook } from "../../webhooks/model.ts"
import { COPY_SCRIPT, Copyable } from "../frame/copy.tsx"
import { Instant } from "../frame/instant.tsx"
import type { View } from "../frame/view.ts"

/** What people call the events. */
export const EVENT_NAMES: Readonly<Record<EventName, string>> = {
  "workout.logged": "Workouts",
  "workout.changed": "Changed workouts",
  "reading.set": "Readings",
  "food.logged": "Food",
  "goal.completed": "Goals met",
  "import.finished": "Imports"
}

export const noSuchWebhook = () =>
  new NotFound({ message: "You have no such webhook any more. The page “Webhooks” lists those there are." })

export const At = ({ millis, user }: { readonly millis: number; readonly user: User }) => (
  <Instant at={DateTime.unsafeMake(millis)} user={user} />
)

/** Where a webhook leads, short enough for a heading. Its path may be as secret as a key. */
export const hostOf = ({ url }: Pick<Webhook, "url">): string => new URL(url).host

/** Whether a webhook works, and what waits for it. */
export const Standing = ({ webhook, user }: { readonly webhook: Webhook; readonly user: User }) => {
  const { stoppedWhy, failingSince, waiting } = webhook
  const state =
    stoppedWhy === "gone" ? (
      "Disabled: its receiver wants nothing more"
    ) : stoppedWhy === "failing" ? (
      "Paused: it failed for a day"
    ) : failingSince === null ? (
      "Works"
    ) : (
      <>
        Fails since <At millis={failingSince} user={user} />, and is tried again
      </>
    )
  return (
    <>
      {state}
      {waiting === 0 ? "" : `; ${waiting.toLocaleString("en-US")} waiting`}
    </>
  )
}

/** The key of a webhook, shown once. */
export const keyView = (title: string, secret: string, explanation: string, back: string): View => ({
  title,
  scripts: [COPY_SCRIPT],
  content: (
    <>
      <h1>{title}</h1>
      <p class="notice">This page is shown once. Copy the key before you leave it.</p>
      <section class="card">
        <h2>Its key</h2>
        <p class="soft">{explanation}</p>
        <Copyable id="secret" what="the key" text={secret} />
      </section>
      <p>
        <a href={back}>To the webhook</a>
      </p>
    </>
  )
})
