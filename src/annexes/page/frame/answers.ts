import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect } from "effect"
import type { Subscription } from "../../../call/authentication.ts"
import { type Arrival, failedOutcome, type Outcome } from "../../../call/outcome.ts"
import type { Pipeline } from "../../../call/pipeline.ts"
import type { ValidationFailed } from "../../../contract/errors.ts"
import { dayOf } from "../../../contract/handler/user.ts"
import { ENDS_CONNECTION, isUnread } from "../../../surfaces/web/exchange.ts"
import type { Answer } from "../../../surfaces/web/router.ts"
import type { SignedIn } from "../../identity/sign-in/session.ts"
import { HAND_OVER_SECONDS, type Site } from "./cookies.ts"
import { failureView, unreadView } from "./errors.tsx"
import { type NavItem, SampleBar, UndoNotice } from "./layout.tsx"
import type { makeOnce } from "./once.ts"
import type { Page } from "./page.ts"
import { PAGE_HEADERS, respondWith, seeOther } from "./respond.tsx"
import { seal } from "./sealed.ts"
import { openOffer, sealOffer } from "./undo-offer.ts"
import type { Children, Download, Redirect, Undoable, View } from "./view.ts"

export type Request = HttpServerRequest.HttpServerRequest

/** A signed-in person, and the text of their session. */
export interface Present {
  readonly signedIn: SignedIn
  readonly sessionText: string
  readonly formToken: string
}

/** A signed-in person's request for a page. */
export interface Asked extends Site {
  readonly page: Page
  readonly present: Present
  readonly request: Request
  readonly arrival: Arrival
}

/** What is needed to answer with any page. */
export interface Surface {
  readonly pipeline: Pipeline["Type"]
  readonly subscription: Subscription["Type"]
  readonly onceFor: Effect.Effect.Success<typeof makeOnce>
  readonly nav: ReadonlyArray<NavItem>
  /** The path of the script on every page. */
  readonly island: string
  /** Redirects to the sign-in page, which later returns to the requested page. */
  readonly toSignIn: (page: Page, request: Request, arrival: Arrival) => Effect.Effect<Answer>
}

/** What the session that asks can undo, if anything. */
export const offerOf = ({ cookies, present, request, arrival }: Asked): Undoable | undefined => {
  const sealed = cookies.undo.read(request)
  return sealed === undefined ? undefined : openOffer(present.sessionText, sealed, arrival.at)
}

/** The message above a page's content, and what can be undone. */
const messagesOf = (asked: Asked, message: Children): Children => {
  const offer = offerOf(asked)
  const { formToken, signedIn } = asked.present
  return [
    ...(signedIn.hasSample ? [SampleBar({ formToken })] : []),
    message,
    ...(offer === undefined ? [] : [UndoNotice({ offer, formToken, back: asked.request.url })])
  ]
}

/** A view as a whole page, with the navigation and an optional message above it. */
export const answer = (surface: Surface, asked: Asked, view: View, outcome: Outcome, message?: Children): Answer => {
  const { nav, island } = surface
  const { page, present, request, arrival, cookies } = asked
  const { signedIn, sessionText, formToken } = present
  const { user } = signedIn.identity.account
  const standing = { user, today: dayOf(user, arrival.at), formToken, keptZone: cookies.keptZone.read(request) }
  const response = respondWith(view, {
    current: page.path,
    section: page.section,
    standing,
    nav,
    message: messagesOf(asked, message),
    ...(page.isScriptless === true ? {} : { island })
  })
  return {
    outcome: { user, ...outcome },
    response: signedIn.isRenewed ? cookies.session.set(response, sessionText) : response
  }
}

/** Makes the browser remove what it keeps of the pages: the service worker with its copies, the queue, and drafts. */
const FORGETS = { "clear-site-data": '"storage"' }

/** Redirects to an address, handing over a text to it alone, and what can be undone to all pages. */
export const redirected = Effect.fnUntraced(function* (
  asked: Asked,
  { to, options: { endsSession, handsOver, undo, forgetsUndo, keepsZone } }: Redirect
) {
  const { cookies } = asked
  const { signedIn, sessionText } = asked.present
  const until = asked.arrival.at + HAND_OVER_SECONDS * 1000
  let response = seeOther(to)
  if (handsOver !== undefined)
    response = cookies.handOver.set(response, yield* seal(sessionText, [to], { until, text: handsOver }))
  if (undo !== undefined) response = cookies.undo.set(response, yield* sealOffer(sessionText, undo, asked.arrival.at))
  else if (forgetsUndo === true || endsSession === true) response = cookies.undo.clear(response)
  if (keepsZone !== undefined) response = cookies.keptZone.set(response, keepsZone)
  if (endsSession === true) response = HttpServerResponse.setHeaders(cookies.session.clear(response), FORGETS)
  return { outcome: { user: signedIn.identity.account.user }, response }
})

export const downloaded = ({ present: { signedIn } }: Asked, { name, contentType, content }: Download): Answer => ({
  outcome: { user: signedIn.identity.account.user },
  response: HttpServerResponse.raw(content, {
    contentType,
    headers: { ...PAGE_HEADERS, "content-disposition": `attachment; filename="${name}"` }
  })
})

/** Answers failures: people who are no longer signed in go to the sign-in page, all others see an error page. */
export const failing =
  (surface: Surface, asked: Asked) =>
  <E>(answering: Effect.Effect<Answer, E>): Effect.Effect<Answer> =>
    Effect.catchAllCause(answering, (cause) =>
      Effect.flatMap(failedOutcome(cause, asked.arrival, {}), (outcome) =>
        outcome.failure._tag === "unauthorized"
          ? surface.toSignIn(asked.page, asked.request, asked.arrival)
          : Effect.succeed(answer(surface, asked, failureView(outcome.failure, asked.arrival.requestId), outcome))
      )
    )

/** The page for a form that could not be read. */
export const unread = (surface: Surface, asked: Asked, fault: ValidationFailed): Answer => {
  const failed = answer(surface, asked, unreadView(fault), { failure: fault })
  return isUnread(fault)
    ? { ...failed, response: HttpServerResponse.setHeaders(failed.response, ENDS_CONNECTION) }
    : failed
}
