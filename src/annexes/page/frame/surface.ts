import { Effect, Either } from "effect"
import { Subscription } from "../../../call/authentication.ts"
import type { Arrival } from "../../../call/outcome.ts"
import { Pipeline } from "../../../call/pipeline.ts"
import { AppConfig } from "../../../config.ts"
import { MAX_BODY_BYTES, MOST_FORM_BYTES, readForm } from "../../../surfaces/web/exchange.ts"
import type { Handler, Route } from "../../../surfaces/web/router.ts"
import { SessionAuthentication } from "../../identity/sign-in/session.ts"
import { CARRIED_FIELD, inputCarrier } from "../diary/carried.ts"
import { type Asked, answer, failing, type Present, type Request, type Surface, unread } from "./answers.ts"
import { type Site, sitesOf } from "./cookies.ts"
import { lostInputView, refusedView } from "./errors.tsx"
import { TOKEN_FIELD } from "./form.tsx"
import { formTokenOf, isFormToken, isOwnPost, userOfFormToken } from "./guard.ts"
import { addressOf, makeInterruption } from "./interruption.ts"
import { makeOnce } from "./once.ts"
import type { Page } from "./page.ts"
import { islandsScript } from "./scripts.ts"
import { carryOut, comesBack, shown } from "./showing.ts"

/** Largest form of the page, in bytes. */
const mostBytesOf = ({ actions = {} }: Page): number =>
  Object.values(actions).some(({ takesFile }) => takesFile === true) ? MAX_BODY_BYTES : MOST_FORM_BYTES

/** The routes of pages for signed-in people. Others go to the sign-in page first. */
export const routesOf = Effect.fn("routesOf")(function* (pages: ReadonlyArray<Page>) {
  const pipeline = yield* Pipeline
  const subscription = yield* Subscription
  const sessions = yield* SessionAuthentication
  const siteOf = sitesOf(yield* AppConfig)
  const { path: island } = yield* Effect.promise(islandsScript)
  const carrier = yield* inputCarrier
  const { toSignIn, interrupted } = yield* makeInterruption
  const nav = pages.flatMap(({ nav, path }) => (nav === undefined ? [] : [{ label: nav, path }]))
  const onceFor = yield* makeOnce
  const surface: Surface = { pipeline, subscription, onceFor, nav, island, toSignIn }

  const presentOf = ({ cookies }: Site, request: Request, { at }: Arrival) => {
    const sessionText = cookies.session.read(request) ?? ""
    return Effect.map(
      sessions.authenticate(sessionText, at),
      (signedIn): Present => ({
        signedIn,
        sessionText,
        formToken: formTokenOf(signedIn.identity.account.user.id, sessionText)
      })
    )
  }

  const get =
    (page: Page): Handler =>
    (request, arrival) => {
      const site = siteOf(request, arrival)
      return Effect.matchEffect(presentOf(site, request, arrival), {
        onFailure: () => toSignIn(page, request, arrival),
        onSuccess: (present) => shown(surface, { page, present, request, arrival, ...site })
      })
    }

  /** Shows input carried through a sign-in to the person who typed it, and to nobody else. */
  const carriedBack = (asked: Asked, sealed: unknown) => {
    const { page, present, request, arrival } = asked
    const input = carrier.open(sealed, arrival.at)
    return input?.userId === present.signedIn.identity.account.user.id && input.to === addressOf(page, request)
      ? comesBack(surface, asked, { fields: input.fields, status: 200 })
      : Effect.succeed(answer(surface, asked, lostInputView, {}))
  }

  const post =
    (page: Page): Handler =>
    (request, arrival) =>
      Effect.gen(function* () {
        const site = siteOf(request, arrival)
        const found = yield* Effect.either(presentOf(site, request, arrival))
        if (Either.isLeft(found)) return yield* interrupted(page, request, arrival)
        const present = found.right
        const asked: Asked = { page, present, request, arrival, ...site }
        if (!isOwnPost(request, site.address)) return answer(surface, asked, refusedView, {})
        const body = yield* Effect.either(readForm(request, mostBytesOf(page)))
        if (Either.isLeft(body)) return unread(surface, asked, body.left)
        const { [TOKEN_FIELD]: token, [CARRIED_FIELD]: carried, ...fields } = body.right
        if (carried !== undefined) return yield* carriedBack(asked, carried)
        const userId = present.signedIn.identity.account.user.id
        if (!isFormToken(token, userId, present.sessionText))
          return page.forgetsInput !== true && userOfFormToken(token) === userId
            ? yield* comesBack(surface, asked, { fields, status: refusedView.status })
            : answer(surface, asked, refusedView, {})
        return yield* carryOut(surface, asked, fields).pipe(failing(surface, asked))
      })

  return pages.flatMap((page): ReadonlyArray<Route> => {
    const route = (method: string, handler: Handler): Route => ({ method, path: page.path, surface: "page", handler })
    return [route("GET", get(page)), ...(page.actions === undefined ? [] : [route("POST", post(page))])]
  })
})
