import { DateTime, Effect } from "effect"
import type { Arrival } from "../../../call/outcome.ts"
import type { Admission, Pipeline } from "../../../call/pipeline.ts"
import type { Failure } from "../../../contract/errors.ts"
import { dayOf } from "../../../contract/handler/user.ts"
import type { SignedIn } from "../../identity/sign-in/session.ts"
import type { Asked, Surface } from "./answers.ts"
import { fieldInWords } from "./field-words.ts"
import { emptyForm, type Fields, type FormState, isHidden, SEEN_FIELD } from "./form.tsx"
import { failureInWords, faultInWords } from "./in-words.ts"
import { KEY_FIELD } from "./inputs.ts"
import type { CallOperation, OutputOf, Visit } from "./page.ts"

/** Operations for one visit. Its first read is counted, and admits the others. */
const callsOf = (pipeline: typeof Pipeline.Service, { identity }: SignedIn, arrival: Arrival): CallOperation => {
  let admission: Admission | undefined
  return (operation, input) =>
    Effect.suspend(() =>
      pipeline.run(
        { operation, identity, input: Effect.succeed(input), form: "json", idempotencyKey: undefined, admission },
        arrival
      )
    ).pipe(
      Effect.flatMap((answered) => {
        const { outcome, output } = answered
        if (answered.admission?.access === "read") admission = answered.admission
        // The tests check every output against its operation's schema.
        return outcome.failure === undefined
          ? Effect.succeed(output as OutputOf<typeof operation>)
          : Effect.fail(outcome.failure)
      })
    )
}

/** A form that was sent, and comes back with what was typed. */
export interface Refused {
  readonly action: string
  readonly fields: Fields
  /** Why it was refused; undefined if it was not carried out because its session had ended. */
  readonly failure: Failure | undefined
  /** The status of the page with it. */
  readonly status: number
  /** Whether it is only shown again as requested, with nothing wrong. */
  readonly isRedrawn?: true
}

const INTERRUPTED =
  "You were signed out before this was sent, so nothing was saved. It is as you typed it: check it, and send it again."

/** What was typed, in a form that can be shown again, without one of the fields. */
const shown = (fields: Fields, without?: string): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== without)
      .map(([name, value]) => [
        name,
        typeof value === "string" ? value.toWellFormed() : value.map((each) => each.toWellFormed())
      ])
  )

/**
 * What was sent. Without a key that the same form has used before, it counts as another one when it is sent once more; and
 * without what the form once showed, it replaces a change that was made in the meantime.
 */
const typedIn = ({ fields, failure }: Refused): Fields => {
  const tag = failure?._tag
  const stale = tag === "idempotency_conflict" ? KEY_FIELD : tag === "conflict" ? SEEN_FIELD : undefined
  return shown(fields, stale)
}

/** A refused form: faults are shown beside the fields that were sent, all others in the summary. */
const refusedForm = (refused: Refused, token: string): FormState => {
  const { action, fields, failure, isRedrawn } = refused
  if (isRedrawn === true) return { ...emptyForm(action, token), values: shown(fields) }
  const faults = failure?._tag === "validation_failed" ? failure.faults : []
  const isBeside = ({ field }: { readonly field: string }) => Object.hasOwn(fields, field) && !isHidden(field)
  const more = failure?._tag === "validation_failed" ? (failure.details.more ?? 0) : 0
  const above = [
    ...faults
      .filter((fault) => !isBeside(fault))
      .map((fault) => `${fieldInWords(fault.field)} ${faultInWords(fault)}.`),
    ...(more === 0 ? [] : [`There ${more === 1 ? "is 1 more fault" : `are ${more} more faults`} after these.`])
  ]
  return {
    action,
    token,
    values: typedIn(refused),
    beside: [],
    faults: new Map(faults.filter(isBeside).map((fault) => [fault.field, faultInWords(fault)])),
    isGone: failure?._tag === "not_found",
    failure:
      faults.length === 0
        ? failure === undefined
          ? INTERRUPTED
          : failureInWords(failure)
        : above.length === 0
          ? undefined
          : above.join(" ")
  }
}

/** The data of a request that a page receives. */
export const visitOf = (
  { pipeline, onceFor }: Pick<Surface, "pipeline" | "onceFor">,
  { present: { signedIn, sessionText, formToken }, arrival, address }: Pick<Asked, "present" | "arrival" | "address">,
  {
    query,
    refused,
    handedOver
  }: {
    readonly query: Fields
    readonly refused: Refused | undefined
    readonly handedOver?: string | undefined
  }
): Visit => {
  const { user } = signedIn.identity.account
  let shownAgain: FormState | undefined
  return {
    user,
    session: signedIn.session,
    address,
    now: DateTime.unsafeMake(arrival.at),
    today: dayOf(user, arrival.at),
    query,
    call: callsOf(pipeline, signedIn, arrival),
    handedOver,
    once: onceFor({ userId: user.id, sessionText, at: arrival.at }),
    count: pipeline.count(signedIn.identity, "write", arrival),
    form: (action) => {
      if (refused?.action !== action) return emptyForm(action, formToken)
      // A workout's form may have thousands of fields.
      shownAgain ??= refusedForm(refused, formToken)
      return shownAgain
    }
  }
}
