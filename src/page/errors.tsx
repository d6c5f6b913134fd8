/** @jsxImportSource hono/jsx */
import { type Failure, STATUS } from "../contract/errors.ts"
import type { View } from "./view.ts"

const TITLES: Readonly<Record<Failure["_tag"], string>> = {
  validation_failed: "That address is not quite right",
  unauthorized: "You are not signed in",
  origin_not_allowed: "This form did not come from here",
  subscription_required: "Your access has ended",
  not_found: "There is nothing here",
  conflict: "It was being changed at this moment",
  idempotency_conflict: "It was sent before",
  limit_exceeded: "That is more than you may hold",
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
      <p>{failure.message}</p>
      {failure._tag === "internal_error" ? <p class="soft">Request id: {requestId}</p> : null}
      <p>
        <a href="/app">Back to your page</a>
      </p>
    </section>
  )
})

/** A page for a post that was refused unread: it came from another origin, or without the form token of the session. */
export const refusedView: View = {
  title: TITLES.origin_not_allowed,
  status: STATUS.origin_not_allowed,
  content: (
    <section class="card">
      <h1>{TITLES.origin_not_allowed}</h1>
      <p>
        Nothing was changed. The form was sent from another site, or you have signed in anew since the page was opened.
      </p>
      <p>
        <a href="/app">Open your page</a> and send it again.
      </p>
    </section>
  )
}

/** A page for a request from an address that has sent too many. */
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
