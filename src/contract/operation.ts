import { HttpApi, HttpApiEndpoint, type HttpApiGroup, OpenApi } from "@effect/platform"
import { type Brand, Context, Option, Schema, SchemaAST } from "effect"
import { type Must, must } from "../values/must.ts"
import { type Failure, IdempotencyConflict, ValidationFailed } from "./errors.ts"
import { mustBe } from "./faults.ts"
import { optional, present } from "./fields.ts"
import { jsonSchemaOf } from "./json-schema.ts"
import type { Rule } from "./rule.ts"

type QueryMethod = "GET" | "DELETE"
type BodyMethod = "POST" | "PUT" | "PATCH"

/** An operation's metadata besides its endpoint: enough to serve it, and to describe it to people and agents. */
export interface Operation {
  readonly name: string
  readonly method: QueryMethod | BodyMethod
  readonly path: `/${string}`
  readonly title: string
  readonly description: string
  /** A read counts against the user's read limit, a write against the write limits. */
  readonly access: "read" | "write"
  /** Whether it can change or delete existing data. */
  readonly destructive: boolean
  /** Whether repeating a call has no further effect. */
  readonly idempotent: boolean
  readonly takesIdempotencyKey: boolean
  /** The input in plain JSON types, as in MCP and JSON bodies; undefined if the operation takes no input. */
  readonly input: Schema.Schema<unknown, unknown> | undefined
  /** The same input as query parameters. */
  readonly query: Schema.Schema<unknown, unknown> | undefined
  readonly rule: Rule | undefined
  /** Removes fields that are accepted and ignored from a JSON input; undefined if there are none. */
  readonly ignoring: ((input: unknown) => unknown) | undefined
  readonly output: Schema.Schema<unknown, unknown>
  readonly example: { readonly input: unknown; readonly output: unknown }
}

export class OperationTag extends Context.Tag("Operation")<OperationTag, Operation>() {}

interface ErrorClass {
  new (props: never): Failure
  readonly wire: Schema.Schema.All
}

type Endpoint<
  Name extends string,
  Method extends QueryMethod | BodyMethod,
  Input,
  Output,
  Errors
> = HttpApiEndpoint.HttpApiEndpoint<
  Name,
  Method,
  never,
  Method extends QueryMethod ? Input : never,
  Method extends QueryMethod ? never : Input,
  never,
  Output,
  Errors
>

/** The endpoint type of a declaration. */
type Declared<
  Name extends string,
  Method extends QueryMethod | BodyMethod,
  Fields extends Schema.Struct.Fields,
  Output,
  Errors extends ReadonlyArray<ErrorClass>,
  TakesKey extends boolean
> = Endpoint<
  Name,
  Method,
  Schema.Struct.Type<Fields> & (TakesKey extends true ? { readonly idempotency_key?: string } : unknown),
  Output & (TakesKey extends true ? typeof Replayed.Type : unknown),
  InstanceType<Errors[number]> | ValidationFailed
>

/** HttpApiEndpoint's methods without their types, which a declaration computes all at once. */
interface Builder {
  addSuccess(schema: Schema.Schema.All): Builder
  addError(schema: Schema.Schema.All): Builder
  setUrlParams(schema: Schema.Schema.All): Builder
  setPayload(schema: Schema.Schema.All): Builder
  setHeaders(schema: Schema.Schema.All): Builder
  annotate<I, S>(tag: Context.Tag<I, S>, value: S): Builder
}

/** What an idempotency key must be. */
export const KEY_RULE: Must = { be: "said", text: "must be 1 to 255 visible ASCII characters, without spaces" }

/** An idempotency key, chosen by the caller. */
export const IdempotencyKey = Schema.String.pipe(
  Schema.filter((key) => /^[\x21-\x7e]{1,255}$/.test(key), {
    ...must(KEY_RULE),
    jsonSchema: { minLength: 1, maxLength: 255, pattern: "^[!-~]+$" }
  })
).annotations({
  description: "New for each thing, the same for its retry within 24 hours, which then adds nothing."
})

const Replayed = Schema.Struct({
  replayed: present(
    Schema.Literal(true).annotations({
      description:
        "Over MCP: the idempotency key was known, and this is the first answer. Over REST, the header Idempotent-Replayed says so."
    })
  )
})

/** The output of an operation that takes idempotency keys. */
const replayable = (output: Schema.Schema.All): Schema.Schema<unknown, unknown> => {
  const { ast } = output
  if (!SchemaAST.isTypeLiteral(ast)) throw new Error("The output of an operation with idempotency keys is a Struct")
  const fields = [...ast.propertySignatures, ...SchemaAST.getPropertySignatures(Replayed.ast)]
  return Schema.make<unknown, unknown>(new SchemaAST.TypeLiteral(fields, ast.indexSignatures, ast.annotations))
}

/** Integers in a query: digits with an optional minus; no leading zero, fraction or exponent. */
const integerText = (what: Must) =>
  Schema.transform(Schema.String.pipe(Schema.pattern(/^(0|-?[1-9]\d*)$/, must(what))), Schema.Number, {
    strict: true,
    decode: Number,
    encode: String
  })

/** Booleans in a query: `true` or `false`. */
const booleanText = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^(true|false)$/, { ...must({ be: "said", text: "must be true or false" }) })),
  Schema.Boolean,
  { strict: true, decode: (text) => text === "true", encode: String }
)

/** How a field's value is written in a query; undefined if the value is text itself. */
const textOf = (field: SchemaAST.AST): Schema.Schema<unknown, string> | undefined => {
  const encoded = SchemaAST.encodedAST(field)
  if (SchemaAST.isNumberKeyword(encoded)) return Schema.make(integerText(mustBe(field)).ast)
  return SchemaAST.isBooleanKeyword(encoded) ? Schema.make(booleanText.ast) : undefined
}

/** The query form of an input: the same fields, with integers and booleans as text. Optional fields are left out, never null. */
const queryForm = (input: Schema.Schema.All): Schema.Schema<unknown, unknown> => {
  const plain = SchemaAST.typeAST(input.ast)
  if (!SchemaAST.isTypeLiteral(plain)) throw new Error("An operation's input is a Struct")
  const fields = plain.propertySignatures.map((field) => {
    const plain = Schema.make<unknown, unknown>(field.type)
    const text = textOf(field.type)
    const type =
      text === undefined
        ? field.type
        : Schema.compose(text, plain).annotations({ jsonSchema: jsonSchemaOf(plain, { open: false }) }).ast
    return new SchemaAST.PropertySignature(field.name, type, field.isOptional, true, field.annotations)
  })
  return Schema.make<unknown, unknown>(new SchemaAST.TypeLiteral(fields, plain.indexSignatures, plain.annotations))
}

/**
 * Rejects unknown fields, because a misspelt optional field must not silently mean "today". Reports all faults at once.
 */
const strict = { parseOptions: { onExcessProperty: "error", errors: "all" } } as const

/**
 * Declares an operation as an HttpApi endpoint. REST, OpenAPI, MCP, llms.txt, the typed client and the tests derive
 * from it. The input is declared once, in plain JSON types; GET and DELETE take it from the query.
 */
export const operation = <
  const Name extends string,
  const Method extends QueryMethod | BodyMethod,
  Fields extends Schema.Struct.Fields = Record<never, never>,
  Output = never,
  OutputEncoded = never,
  const Errors extends ReadonlyArray<ErrorClass> = [],
  const TakesKey extends boolean = false
>(declaration: {
  readonly name: Name
  readonly method: Method
  readonly path: `/${string}`
  readonly title: string
  readonly description: string
  readonly access: "read" | "write"
  readonly destructive?: boolean
  readonly idempotent?: boolean
  readonly idempotencyKey?: TakesKey
  readonly input?: Schema.Struct<Fields>
  /** Checks between fields. Its faults are reported together with the fields' own. */
  readonly rule?: Rule
  /** Removes fields that are accepted and ignored. Applied only to inputs that would be invalid otherwise. */
  readonly ignoring?: (input: unknown) => unknown
  readonly output: Schema.Schema<Output, OutputEncoded>
  /** Errors besides the common ones. An input adds `validation_failed`, an idempotency key `idempotency_conflict`. */
  readonly errors?: Errors
  readonly example: { readonly input: unknown; readonly output: NoInfer<OutputEncoded> }
}): Declared<Name, Method, Fields, Output, Errors, TakesKey> => {
  const { name, method, path, title, description, access } = declaration
  const takesIdempotencyKey: boolean = declaration.idempotencyKey ?? false
  const fields: Schema.Struct.Fields | undefined = declaration.input?.fields
  const key: Schema.Struct.Fields = takesIdempotencyKey ? { idempotency_key: optional(IdempotencyKey) } : {}
  const input = fields === undefined ? undefined : Schema.Struct({ ...fields, ...key }).annotations(strict)
  const output = takesIdempotencyKey
    ? replayable(declaration.output)
    : Schema.make<unknown, unknown>(declaration.output.ast)
  const inQuery = method === "GET" || method === "DELETE"
  const info: Operation = {
    name,
    method,
    path,
    title,
    description,
    access,
    destructive: declaration.destructive ?? false,
    idempotent: declaration.idempotent ?? true,
    takesIdempotencyKey,
    input: input === undefined ? undefined : Schema.make<unknown, unknown>(input.ast),
    query: inQuery && input !== undefined ? queryForm(input).annotations(strict) : undefined,
    rule: declaration.rule,
    ignoring: declaration.ignoring,
    output,
    example: declaration.example
  }
  let endpoint = (HttpApiEndpoint.make(method)(name, path) as unknown as Builder).addSuccess(output)
  if (info.query !== undefined) endpoint = endpoint.setUrlParams(info.query)
  else if (input !== undefined) endpoint = endpoint.setPayload(input)
  if (takesIdempotencyKey) endpoint = endpoint.setHeaders(Schema.Struct({ "idempotency-key": present(IdempotencyKey) }))
  const errors: ReadonlyArray<ErrorClass> = declaration.errors ?? []
  const implied = [
    ...(input === undefined ? [] : [ValidationFailed]),
    ...(takesIdempotencyKey ? [IdempotencyConflict] : [])
  ]
  for (const error of [...implied, ...errors]) endpoint = endpoint.addError(error.wire)
  return endpoint
    .annotate(OperationTag, info)
    .annotate(OpenApi.Summary, title)
    .annotate(OpenApi.Description, description) as unknown as Declared<Name, Method, Fields, Output, Errors, TakesKey>
}

/** The endpoints of a group. */
export type EndpointsOf<Group> =
  Group extends HttpApiGroup.HttpApiGroup<string, infer Endpoints, infer _E, infer _R, infer _T> ? Endpoints : never

/** The decoded input of an operation. */
export type InputOf<E extends HttpApiEndpoint.HttpApiEndpoint.Any> = [
  HttpApiEndpoint.HttpApiEndpoint.Payload<E>
] extends [never]
  ? HttpApiEndpoint.HttpApiEndpoint.UrlParams<E>
  : HttpApiEndpoint.HttpApiEndpoint.Payload<E>

/** The input of each operation of a group, by name. */
export type Inputs<Group> = {
  readonly [E in EndpointsOf<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: InputOf<E>
}

/** The output of each operation of a group, by name. */
export type Outputs<Group> = {
  readonly [E in EndpointsOf<Group> as HttpApiEndpoint.HttpApiEndpoint.Name<E>]: HttpApiEndpoint.HttpApiEndpoint.Success<E>
}

/** A type as plain data, with days and ids as strings. */
export type Plain<T> = T extends string & Brand.Brand<string>
  ? string
  : T extends object
    ? { readonly [K in keyof T]: Plain<T[K]> }
    : T

/** Every operation of an API, in order of declaration, with its full path. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.HttpApiGroup.Any, E, R>(
  api: HttpApi.HttpApi<Id, Groups, E, R>
): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => {
      const operation = Context.getOption(endpoint.annotations, OperationTag)
      if (Option.isNone(operation)) throw new Error(`${endpoint.name} was not declared with operation()`)
      operations.push({ ...operation.value, path: endpoint.path })
    }
  })
  return operations
}
