import { Effect, Either } from "effect"
import { raw } from "hono/html"
import type { Outcome } from "../../../call/outcome.ts"
import { NotFound, STATUS } from "../../../contract/errors.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { MOST_FORM_BYTES, parseFields, queryOf, tooMuch } from "../../../surfaces/web/exchange.ts"
import type { Answer } from "../../../surfaces/web/router.ts"
import { WELCOME, Welcome } from "../today/welcome.tsx"
import { type Asked, answer, downloaded, failing, offerOf, redirected, type Surface, unread } from "./answers.ts"
import { refusedView } from "./errors.tsx"
import { FaultSummary } from "./fault-summary.tsx"
import { ACTION_FIELD, type Fields } from "./form.tsx"
import { actionOf, addressOf } from "./interruption.ts"
import { Notice } from "./layout.tsx"
import { type Page, Redraw } from "./page.ts"
import { unseal } from "./sealed.ts"
import { takesOffer } from "./undo-offer.ts"
import { type Children, Download, Redirect, type View } from "./view.ts"
import { type Refused, visitOf } from "./visit.ts"

const lengthOf = (fields: Fields): number =>
  Object.entries(fields).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0)

/** The page's message named in the query, if any. */
const messageOf = ({ messages = {} }: Page, { done }: Fields, formToken: string): Children => {
  if (done === WELCOME) return Welcome({ formToken })
  return typeof done === "string" && Object.hasOwn(messages, done) ? Notice({ children: messages[done] }) : undefined
}

/** What the action that led to this address has handed over to it. */
const handedOver = ({ cookies, page, present, request, arrival }: Asked): string | undefined => {
  const sealed = cookies.handOver.read(request)
  return sealed === undefined ? undefined : unseal(present.sessionText, [addressOf(page, request)], sealed, arrival.at)
}

/** The page, or an error page. A refused form is shown with its faults above the page. */
export const shown = (surface: Surface, asked: Asked, refused?: Refused): Effect.Effect<Answer> => {
  const { page, present, request, cookies } = asked
  const { formToken } = present
  const query: Fields = parseFields(queryOf(request))
  const taken = refused === undefined ? handedOver(asked) : undefined
  const visit = visitOf(surface, asked, { query, refused, handedOver: taken })
  const viewed = (view: View): Answer => {
    if (refused === undefined || refused.isRedrawn === true)
      return answer(surface, asked, view, {}, messageOf(page, query, formToken))
    const { action, failure, status } = refused
    const content = String(view.content)
    const summary = FaultSummary({ state: visit.form(action) })
    const outcome: Outcome = failure === undefined ? {} : { failure }
    return answer(surface, asked, { ...view, content: raw(content), status }, outcome, summary)
  }
  return onBehalfOf(visit.user.id)(page.show(visit)).pipe(
    Effect.flatMap((result) =>
      result instanceof Redirect
        ? redirected(asked, result)
        : Effect.succeed(result instanceof Download ? downloaded(asked, result) : viewed(result))
    ),
    Effect.map((answered) =>
      taken === undefined ? answered : { ...answered, response: cookies.handOver.clear(answered.response) }
    ),
    failing(surface, asked)
  )
}

/** Carries out a form's action. A refused form is shown again, with what was typed. */
export const carryOut = Effect.fnUntraced(function* (surface: Surface, asked: Asked, fields: Fields) {
  const { page, request, arrival } = asked
  const { [ACTION_FIELD]: name, ...rest } = fields
  const action = actionOf(page, name)
  if (typeof name !== "string" || action === undefined)
    return yield* new NotFound({
      message: "This page has no such form. Open it again, and send the form from there."
    })
  if (action.takesFile !== true && lengthOf(rest) > MOST_FORM_BYTES) return unread(surface, asked, tooMuch)
  const query: Fields = parseFields(queryOf(request))
  const visit = visitOf(surface, asked, { query, refused: undefined })
  const lapsed = action.needsNoAccess === true ? undefined : surface.subscription.refusal(visit.user, arrival.at)
  const done = yield* Effect.either(onBehalfOf(visit.user.id)(lapsed ?? action.run(visit, rest)))
  if (Either.isLeft(done)) {
    if (done.left._tag === "unauthorized" || done.left._tag === "internal_error") return yield* done.left
    const refused: Refused = { action: name, fields: rest, failure: done.left, status: STATUS[done.left._tag] }
    return yield* shown(surface, asked, refused)
  }
  if (done.right instanceof Redraw) {
    const { fields } = done.right
    return yield* shown(surface, asked, { action: name, fields, failure: undefined, status: 200, isRedrawn: true })
  }
  if (!(done.right instanceof Redirect)) return answer(surface, asked, done.right, {})
  const offer = offerOf(asked)
  const isUndone = offer !== undefined && takesOffer(offer, page.path, name, rest)
  const { to, options } = done.right
  return yield* redirected(asked, isUndone ? new Redirect(to, { ...options, forgetsUndo: true }) : done.right)
})

/** Shows a form again that was not carried out, because its session had ended. */
export const comesBack = (
  surface: Surface,
  asked: Asked,
  { fields, status }: { readonly fields: Fields; readonly status: number }
): Effect.Effect<Answer> => {
  const { [ACTION_FIELD]: name, ...rest } = fields
  return typeof name === "string" && actionOf(asked.page, name) !== undefined
    ? shown(surface, asked, { action: name, fields: rest, failure: undefined, status })
    : Effect.succeed(answer(surface, asked, refusedView, {}))
}
