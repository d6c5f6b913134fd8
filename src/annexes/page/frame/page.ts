import { type DateTime, Effect, Schema, SchemaAST } from "effect"
import type { Api } from "../../../api.ts"
import { said } from "../../../contract/broken-rule.ts"
import { decoder } from "../../../contract/decode.ts"
import { type Failure, ValidationFailed } from "../../../contract/errors.ts"
import type { User } from "../../../contract/handler/user.ts"
import type { Inputs, Outputs, Plain } from "../../../contract/operation.ts"
import type { ActivityDay } from "../../../values/activity-day.ts"
import type { Session } from "../../identity/sign-in/model.ts"
import type { PageApi } from "../operations.ts"
import type { Fields, FormState } from "./form.tsx"
import type { Once } from "./once.ts"
import type { Download, Redirect, View } from "./view.ts"

type Groups = (typeof Api)["groups"] | (typeof PageApi)["groups"]
type Group = Groups extends infer Each ? Each[keyof Each] : never

/** The name of an operation. */
type OperationName = keyof Inputs<Group> & keyof Outputs<Group> & string

/** What an operation returns. */
export type OutputOf<Name extends OperationName> = Outputs<Group>[Name]

/**
 * Runs an operation for the signed-in person, through the pipeline, so that limits, rules and errors are the same as
 * for every other call. The reads of one visit count as one read.
 */
export type CallOperation = <Name extends OperationName>(
  name: Name,
  input: Plain<Inputs<Group>[Name]>
) => Effect.Effect<OutputOf<Name>, Failure>

/** A signed-in person's request. */
export interface Visit {
  readonly user: User
  readonly session: Session
  /** The address of the service that this browser uses. */
  readonly address: URL
  /** When the request arrived, and the user's Activity Day at that time. */
  readonly now: DateTime.Utc
  readonly today: ActivityDay
  /** The query's parameters, unchecked. */
  readonly query: Fields
  readonly call: CallOperation
  /** Counts the visit as a write, for changes without an operation. */
  readonly count: Effect.Effect<void, Failure>
  /** Runs a change without an operation, once for each key of a form. */
  readonly once: Once
  /** What the action that led here has handed over, once. */
  readonly handedOver: string | undefined
  /** The form state for an action of this page. Empty unless that form was sent and refused. */
  readonly form: (action: string) => FormState
}

/** The result of a page. */
export type Result = Redirect | View | Download

/** A view that explains why an action did nothing, with the status of an error. */
export type Refusal = View & { readonly status: number }

/** The form that was sent, to be shown again with these fields; it was neither saved nor refused. */
export class Redraw {
  constructor(readonly fields: Fields) {}
}

/** The result of an action. After a change it is another page, so that reloading sends nothing again. */
export type Done = Redirect | Refusal | Redraw

/** The action of a form. */
export interface Action {
  /** Whether its form contains a part of a file, and may therefore be as large as a body may be. */
  readonly takesFile?: true
  /** Whether it also works without a paid plan or trial: it only revokes, signs out or deletes. */
  readonly needsNoAccess?: true
  readonly run: (visit: Visit, fields: Fields) => Effect.Effect<Done, Failure>
}

/** The fields that an action knows, without blank ones. A form may have others, needed when it is shown again. */
const given = (fields: Fields, known: ReadonlySet<PropertyKey>): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => known.has(name) && (typeof value !== "string" || value.trim() !== "")
    )
  )

/** Reads the fields of a form as `schema` says. */
const inputOf = <A, I>(schema: Schema.Schema<A, I>): ((fields: Fields) => Effect.Effect<A, Failure>) => {
  const decode = decoder(schema.annotations({ parseOptions: { errors: "all" } }), undefined)
  const known = new Set(SchemaAST.getPropertySignatures(Schema.encodedSchema(schema).ast).map(({ name }) => name))
  return (fields) => decode(given(fields, known), undefined)
}

/**
 * An action whose form has the fields of `schema`, each a text or a list of texts. If it fails with
 * `validation_failed`, the page is shown again with what was typed, and each fault beside its field; other failures are
 * shown above the form.
 */
export const action = <A, I>(
  schema: Schema.Schema<A, I>,
  run: (visit: Visit, input: A) => Effect.Effect<Done, Failure>
): Action => {
  const input = inputOf(schema)
  return { run: (visit, fields) => Effect.flatMap(input(fields), (given) => run(visit, given)) }
}

/** The same action for people whose access has ended, too. */
export const withoutAccess = (action: Action): Action => ({ ...action, needsNoAccess: true })

/** An action that changes something without an operation. It counts as one write. */
export const change = <A, I>(
  schema: Schema.Schema<A, I>,
  run: (visit: Visit, input: A) => Effect.Effect<Done, Failure>
): Action => action(schema, (visit, input) => Effect.zipRight(visit.count, run(visit, input)))

/**
 * A change that makes something or adds to it. It runs once for each key of its form, however often that is sent. `name`
 * distinguishes the form from those of other pages.
 */
export const making = <A, I>(
  name: string,
  schema: Schema.Schema<A, I>,
  run: (visit: Visit, input: A) => Effect.Effect<Redirect, Failure>
): Action => {
  const input = inputOf(schema)
  return {
    run: (visit, fields) =>
      Effect.flatMap(input(fields), (given) =>
        Effect.zipRight(visit.count, visit.once(name, fields, run(visit, given)))
      )
  }
}

/** A page for signed-in people. */
export interface Page {
  readonly path: `/${string}`
  /** Its name in the navigation; undefined if it is not in it. */
  readonly nav?: string
  /** The page of the navigation to which it belongs, unless its path says so. */
  readonly section?: string
  /** Its name and purpose in the list of settings; undefined if it is not in it. */
  readonly setting?: { readonly label: string; readonly about: string }
  readonly show: (visit: Visit) => Effect.Effect<Result, Failure>
  /** Its forms' actions, by the name passed to `visit.form` and `Form`. */
  readonly actions?: Readonly<Record<string, Action>>
  /** Whether no script runs on it, not even the one on every page. */
  readonly isScriptless?: true
  /** Whether a form that arrives after its session has ended is not shown again after signing in. */
  readonly forgetsInput?: true
  /** Whether signing in leads to it even if its address is too long for a cookie. */
  readonly keepsLongAddress?: true
  /** Messages by name, shown after `redirect(path, name)`. */
  readonly messages?: Readonly<Record<string, string>>
}

/** A fault of a form as a whole, as a sentence. */
export const formFault = (message: string) => new ValidationFailed({ message, details: { fields: [] } })

/** A fault of one field of a form, found by the action itself. */
export const fieldFault = (field: string, text: string) => ValidationFailed.of(said(field, text))
