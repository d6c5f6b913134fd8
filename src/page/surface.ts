import { type HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, Either } from "effect"
import { type Arrival, failedOutcome, type Outcome } from "../call/outcome.ts"
import { Pipeline } from "../call/pipeline.ts"
import { SessionAuthentication, type SignedIn } from "../call/session.ts"
import { AppConfig } from "../config.ts"
import { NotFound, STATUS } from "../contract/errors.ts"
import { onBehalfOf } from "../database/work.ts"
import { ENDS_CONNECTION, isUnread, parseFields, queryOf, readForm } from "../web/exchange.ts"
import type { Answer, Handler, Route } from "../web/router.ts"
import { cookiesFor } from "./cookies.ts"
import { failureView, refusedView } from "./errors.tsx"
import { ACTION_FIELD, type Fields, TOKEN_FIELD } from "./form.tsx"
import { formTokenOf, isFormToken, isOwnPost } from "./guard.ts"
import { Notice } from "./layout.tsx"
import type { Page } from "./page.ts"
import { SIGN_IN_PATH } from "./paths.ts"
import { PAGE_HEADERS, respondWith } from "./respond.tsx"
import { type Children, Download, Redirect, type View } from "./view.ts"
import { type Refused, visitOf } from "./visit.ts"
import { WELCOME, Welcome } from "./welcome.tsx"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** Goes to another page, by a GET. */
export const seeOther = (to: string): Response =>
  HttpServerResponse.empty({ status: 303, headers: { ...PAGE_HEADERS, location: to } })

/** Somebody who is signed in, and the text of their session. */
interface Present {
  readonly signedIn: SignedIn
  readonly sessionText: string
}

/** The message of a page that the query names, if there is one. */
const messageOf = ({ messages = {} }: Page, { done }: Fields, formToken: string): Children => {
  if (done === WELCOME) return Welcome({ formToken })
  return typeof done === "string" && Object.hasOwn(messages, done) ? Notice({ children: messages[done] }) : undefined
}

/** The routes of pages for somebody who is signed in. Whoever is not goes to the sign-in page, and comes back later. */
export const routesOf = Effect.fn("routesOf")(function* (pages: ReadonlyArray<Page>) {
  const pipeline = yield* Pipeline
  const sessions = yield* SessionAuthentication
  const { baseUrl } = yield* AppConfig
  const cookies = cookiesFor(baseUrl)
  const nav = pages.flatMap(({ nav, path }) => (nav === undefined ? [] : [{ label: nav, path }]))

  const toSignIn = (request: Request): Answer => {
    const response = cookies.session.clear(seeOther(SIGN_IN_PATH))
    return {
      outcome: {},
      response: request.method === "POST" ? response : cookies.returning.set(response, request.url)
    }
  }

  const presentOf = (request: Request, { at }: Arrival) => {
    const sessionText = cookies.session.read(request) ?? ""
    return Effect.map(sessions.authenticate(sessionText, at), (signedIn): Present => ({ signedIn, sessionText }))
  }

  const answer = (page: Page, { signedIn, sessionText }: Present, view: View, outcome: Outcome, message?: Children) => {
    const { user } = signedIn.identity.account
    const standing = { userName: user.name, formToken: formTokenOf(sessionText) }
    const response = respondWith(view, { current: page.path, standing, nav, message })
    return {
      outcome: { user, ...outcome },
      response: signedIn.isRenewed ? cookies.session.set(response, sessionText) : response
    }
  }

  const redirected = ({ signedIn }: Present, { to, options }: Redirect): Answer => {
    const response = seeOther(to)
    return {
      outcome: { user: signedIn.identity.account.user },
      response: options.endsSession === true ? cookies.session.clear(response) : response
    }
  }

  const downloaded = ({ signedIn }: Present, { name, contentType, content }: Download): Answer => ({
    outcome: { user: signedIn.identity.account.user },
    response: HttpServerResponse.raw(content, {
      contentType,
      headers: { ...PAGE_HEADERS, "content-disposition": `attachment; filename="${name}"` }
    })
  })

  /** What a page or an action led to, if that is no view. */
  const elsewhere = (present: Present, result: Redirect | Download): Answer =>
    result instanceof Redirect ? redirected(present, result) : downloaded(present, result)

  /** The page, or the page about what failed. */
  const shown = (page: Page, present: Present, request: Request, arrival: Arrival, refused?: Refused) => {
    const { signedIn, sessionText } = present
    const query: Fields = parseFields(queryOf(request))
    const formToken = formTokenOf(sessionText)
    const message = refused === undefined ? messageOf(page, query, formToken) : undefined
    const outcome: Outcome = refused === undefined ? {} : { failure: refused.failure }
    const { id } = signedIn.identity.account.user
    return onBehalfOf(id)(page.show(visitOf({ pipeline, signedIn, arrival, formToken, query, refused }))).pipe(
      Effect.map((result) =>
        result instanceof Redirect || result instanceof Download
          ? elsewhere(present, result)
          : answer(
              page,
              present,
              refused === undefined ? result : { ...result, status: STATUS[refused.failure._tag] },
              outcome,
              message
            )
      ),
      failing(page, present, request, arrival)
    )
  }

  /** Answers failures: whoever is no longer signed in goes to the sign-in page, all others see a page about it. */
  const failing =
    (page: Page, present: Present, request: Request, arrival: Arrival) =>
    <E>(answering: Effect.Effect<Answer, E>): Effect.Effect<Answer> =>
      Effect.catchAllCause(answering, (cause) =>
        Effect.map(failedOutcome(cause, arrival, {}), (outcome) =>
          outcome.failure._tag === "unauthorized"
            ? toSignIn(request)
            : answer(page, present, failureView(outcome.failure, arrival.requestId), outcome)
        )
      )

  const get =
    (page: Page): Handler =>
    (request, arrival) =>
      Effect.matchEffect(presentOf(request, arrival), {
        onFailure: () => Effect.succeed(toSignIn(request)),
        onSuccess: (present) => shown(page, present, request, arrival)
      })

  /** Carries out what a form asks for. A form that is refused is shown again, with what was typed. */
  const carryOut = Effect.fnUntraced(function* (
    page: Page,
    present: Present,
    fields: Fields,
    request: Request,
    arrival: Arrival
  ) {
    const { signedIn, sessionText } = present
    const actions = page.actions ?? {}
    const { [ACTION_FIELD]: name, ...rest } = fields
    const action = typeof name === "string" && Object.hasOwn(actions, name) ? actions[name] : undefined
    if (typeof name !== "string" || action === undefined)
      return yield* new NotFound({
        message: "This page has no such form. Open it again, and send the form from there."
      })
    const formToken = formTokenOf(sessionText)
    const query: Fields = parseFields(queryOf(request))
    const visit = visitOf({ pipeline, signedIn, arrival, formToken, query, refused: undefined })
    const done = yield* Effect.either(onBehalfOf(visit.user.id)(action.run(visit, rest)))
    if (Either.isLeft(done)) {
      if (done.left._tag === "unauthorized" || done.left._tag === "internal_error") return yield* done.left
      return yield* shown(page, present, request, arrival, { action: name, fields: rest, failure: done.left })
    }
    return done.right instanceof Redirect || done.right instanceof Download
      ? elsewhere(present, done.right)
      : answer(page, present, done.right, {})
  })

  const post =
    (page: Page): Handler =>
    (request, arrival) =>
      Effect.gen(function* () {
        const found = yield* Effect.either(presentOf(request, arrival))
        if (Either.isLeft(found)) return toSignIn(request)
        const present = found.right
        if (!isOwnPost(request, baseUrl)) return answer(page, present, refusedView, {})
        const body = yield* Effect.either(readForm(request))
        if (Either.isLeft(body)) {
          const failed = answer(page, present, failureView(body.left, arrival.requestId), { failure: body.left })
          return isUnread(body.left)
            ? { ...failed, response: HttpServerResponse.setHeaders(failed.response, ENDS_CONNECTION) }
            : failed
        }
        const { [TOKEN_FIELD]: token, ...fields } = body.right
        if (!isFormToken(token, present.sessionText)) return answer(page, present, refusedView, {})
        return yield* carryOut(page, present, fields, request, arrival).pipe(failing(page, present, request, arrival))
      })

  return pages.flatMap((page): ReadonlyArray<Route> => {
    const route = (method: string, handler: Handler): Route => ({ method, path: page.path, surface: "page", handler })
    return [route("GET", get(page)), ...(page.actions === undefined ? [] : [route("POST", post(page))])]
  })
})
