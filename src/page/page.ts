import { type DateTime, Effect, type Schema } from "effect"
import type { Api } from "../api.ts"
import type { User } from "../caller/user.ts"
import { decoder } from "../contract/decode.ts"
import { type Failure, ValidationFailed } from "../contract/errors.ts"
import type { Inputs, Outputs, Plain } from "../contract/operation.ts"
import type { InternalApi } from "../features.ts"
import type { Session } from "../sign-in/model.ts"
import type { ActivityDay } from "../values/activity-day.ts"
import type { Fields, FormState } from "./form.tsx"
import type { Download, Redirect, View } from "./view.ts"

type Groups = (typeof Api)["groups"] | (typeof InternalApi)["groups"]
type Group = Groups extends infer Each ? Each[keyof Each] : never

/** The name of an operation. */
export type OperationName = keyof Inputs<Group> & keyof Outputs<Group> & string

/** What an operation returns. */
export type OutputOf<Name extends OperationName> = Outputs<Group>[Name]

/**
 * Runs an operation for the person who is signed in, through the pipeline, so that limits, rules and errors are those
 * of every other call. The reads of one visit count as one read.
 */
export type CallOperation = <Name extends OperationName>(
  name: Name,
  input: Plain<Inputs<Group>[Name]>
) => Effect.Effect<OutputOf<Name>, Failure>

/** A request of somebody who is signed in. */
export interface Visit {
  readonly user: User
  readonly session: Session
  /** When the request arrived, and the user's Activity Day then. */
  readonly now: DateTime.Utc
  readonly today: ActivityDay
  /** The query's parameters, unchecked. */
  readonly query: Fields
  readonly call: CallOperation
  /** Counts the visit as a write, for changes that no operation makes. */
  readonly count: Effect.Effect<void, Failure>
  /** The state of the form for an action of this page. It is empty, unless that form was sent and refused. */
  readonly form: (action: string) => FormState
}

/** What a page or an action leads to. Actions usually lead to another page, so that reloading it sends nothing again. */
export type Result = Redirect | View | Download

/** What a form of a page does. */
export interface Action {
  readonly run: (visit: Visit, fields: Fields) => Effect.Effect<Result, Failure>
}

/** Blank fields count as left out. */
const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value !== "string" || value.trim() !== ""))

/**
 * An action whose form has the fields of `schema`, each a text or a list of texts. If it fails with `validation_failed`,
 * the page is shown again with what was typed, and each fault beside its field; other failures stand above the form.
 */
export const action = <A, I>(
  schema: Schema.Schema<A, I>,
  run: (visit: Visit, input: A) => Effect.Effect<Result, Failure>
): Action => {
  const decode = decoder(schema.annotations({ parseOptions: { errors: "all" } }), undefined)
  return { run: (visit, fields) => Effect.flatMap(decode(given(fields), undefined), (input) => run(visit, input)) }
}

/** An action that changes something without an operation. It counts as one write. */
export const change = <A, I>(
  schema: Schema.Schema<A, I>,
  run: (visit: Visit, input: A) => Effect.Effect<Result, Failure>
): Action => action(schema, (visit, input) => Effect.zipRight(visit.count, run(visit, input)))

/** A page for somebody who is signed in. */
export interface Page {
  readonly path: `/${string}`
  /** Its name in the navigation; undefined if it is not there. */
  readonly nav?: string
  /** Its name and purpose in the list of settings; undefined if it is not there. */
  readonly setting?: { readonly label: string; readonly about: string }
  readonly show: (visit: Visit) => Effect.Effect<Result, Failure>
  /** What its forms do, by the name that `visit.form` and `Form` take. */
  readonly actions?: Readonly<Record<string, Action>>
  /** Messages that `redirect(path, name)` makes the page show, by name. */
  readonly messages?: Readonly<Record<string, string>>
}

/** A fault of one field of a form, found by an action itself. */
export const fieldFault = (field: string, message: string) => ValidationFailed.of({ field, message })
