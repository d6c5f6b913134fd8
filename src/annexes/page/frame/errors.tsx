/** @jsxImportSource hono/jsx */
import { type Failure, STATUS, type ValidationFailed } from "../../../contract/errors.ts"
import { failureInWords } from "./in-words.ts"
import type { Refusal } from "./page.ts"
import type { View } from "./view.ts"

const TITLES: Readonly<Record<Failure["_tag"], string>> = {
  validation_failed: "That address is not quite right",
  unauthorized: "You are not signed in",
  origin_not_allowed: "This form did not come from here",
  subscription_required: "Your access has ended",
  not_found: "There is nothing here",
  conflict: "It was being changed at the same time",
  idempotency_conflict: "It was sent before",
  limit_exceeded: "You have reached a limit",
  misdirected_request: "Wrong address",
  rate_limited: "Too many requests",
  internal_error: "Something failed"
}

/** A page that shows a failure. */
export const failureView = (failure: Failure, requestId: string): View => ({
  title: TITLES[failure._tag],
  status: STATUS[failure._tag],
  content: (
    <section class="card">
      <h1>{TITLES[failure._tag]}</h1>
      <p>{failureInWords(failure)}</p>
      {failure._tag === "internal_error" ? <p class="soft">Request id: {requestId}</p> : null}
      <p>
        <a href="/app">Back to your page</a>
      </p>
    </section>
  )
})

/** A page for a form that could not be read. */
export const unreadView = ({ details }: ValidationFailed): View => ({
  title: "This form could not be read",
  status: STATUS.validation_failed,
  content: (
    <section class="card">
      <h1>This form could not be read</h1>
      <p role="alert">Nothing was saved. The form {details.fields.map(({ message }) => message).join(", ")}.</p>
      <p>
        Go back in your browser: what you typed may still be there. Or <a href="/app">open your page</a>.
      </p>
    </section>
  )
})

/** The page for input that comes back after a sign-in, but belongs to somebody else or is too old. */
export const lostInputView: View = {
  title: "What was typed is not shown",
  status: STATUS.origin_not_allowed,
  content: (
    <section class="card">
      <h1>What was typed is not shown</h1>
      <p>
        It was typed by somebody else who was signed in here before, or more than an hour ago. Nothing was saved, and
        nothing is kept.
      </p>
      <p>
        <a href="/app">Go to your page</a>
      </p>
    </section>
  )
}

/**
 * The page for a post that was refused unread, because it came from another origin, or without the session's form
 * token.
 */
export const refusedView: Refusal = {
  title: TITLES.origin_not_allowed,
  status: STATUS.origin_not_allowed,
  content: (
    <section class="card">
      <h1>{TITLES.origin_not_allowed}</h1>
      <p>
        Nothing was changed. The form was sent from another site, or you have signed in again since the page was opened.
      </p>
      <p>
        <a href="/app">Open your page</a> and send it again.
      </p>
    </section>
  )
}

/** The page for an unknown address, signed in or not. */
export const nowhereView: View = {
  title: TITLES.not_found,
  status: STATUS.not_found,
  isFormless: true,
  content: (
    <section class="card">
      <h1>{TITLES.not_found}</h1>
      <p>This address leads nowhere. It may be mistyped, or what was here has moved.</p>
      <p class="buttons">
        <a class="button" href="/app">
          Open your page
        </a>
        <a class="button quiet" href="/app/diary">
          Diary
        </a>
        <a class="button quiet" href="/app/workouts">
          Workouts
        </a>
      </p>
    </section>
  )
}

/** The page for requests from an address that has sent too many. */
export const tooManyView: View = {
  title: TITLES.rate_limited,
  status: STATUS.rate_limited,
  content: (
    <section class="card">
      <h1>{TITLES.rate_limited}</h1>
      <p>Too many requests came from your address. Wait a little, then try again.</p>
      <p>
        <a href="/app">Go to your page</a>
      </p>
    </section>
  )
}
