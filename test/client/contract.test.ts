import { expect, test } from "bun:test"
import { type Schema, SchemaAST } from "effect"
import { operations } from "../../src/api.ts"
import * as Fettle from "../../src/client/client.ts"
import type { Plain } from "../../src/client/contract.ts"
import { ENDPOINTS } from "../../src/client/endpoints.ts"
import type * as Contract from "../../src/contract/errors.ts"
import { STATUS } from "../../src/contract/errors.ts"
import { jsonSchemaOf } from "../../src/contract/json-schema.ts"
import { answerOf, faulty } from "./faulty.ts"

/** The fields in every output of an operation. */
const fieldsOf = (output: SchemaAST.AST): ReadonlyArray<string> => {
  const plain = SchemaAST.encodedAST(output)
  if (!SchemaAST.isTypeLiteral(plain)) throw new Error("The output is not a Struct")
  return plain.propertySignatures.filter(({ isOptional }) => !isOptional).map(({ name }) => String(name))
}

test("the client has every operation of the contract", () => {
  const contract = operations.map(({ name, method, path, output, idempotent, takesIdempotencyKey }) => {
    const again = takesIdempotencyKey ? "keyed" : idempotent ? "freely" : "never"
    return { name, method, path, answers: fieldsOf(output.ast), again } as const
  })
  expect(Object.entries(ENDPOINTS).map(([name, endpoint]) => ({ name, ...endpoint }))).toEqual(contract)
})

const propertiesOf = (input: Schema.Schema<unknown, unknown>): object => {
  const { properties } = jsonSchemaOf(input, { open: false })
  return typeof properties === "object" && properties !== null ? properties : {}
}

/** The details that each code's class requires. */
const DETAILS: Record<string, unknown> = {
  validation_failed: { fields: [{ field: "limit", message: "must be 1 to 50" }] },
  subscription_required: { resubscribeUrl: "https://example.com/pricing" },
  limit_exceeded: { limit: 3, current: 3 },
  rate_limited: { retryAfterSeconds: 3600, bucket: "reads.perCentury", limit: 1 }
}

for (const [code, status] of Object.entries(STATUS))
  test(`${code} has its own class, with every field of the answer`, async () => {
    const details = DETAILS[code]
    const error = { code, message: "No.", requestId: "req_1", ...(details === undefined ? {} : { details }) }
    await using server = await faulty(answerOf(`${status} No`, "application/json", JSON.stringify({ error })))
    const client = await Fettle.connect({ baseUrl: server.baseUrl, token: "fit_test_1", maxRetries: 0 })
    const failure = await client.get_context().catch((error: unknown) => error)
    const name = code.replaceAll(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
    expect(failure).toBeInstanceOf(Reflect.get(Fettle, name))
    expect(failure).toMatchObject({ _tag: code, name, message: "No.", requestId: "req_1" })
    if (details !== undefined) expect(failure).toMatchObject({ details })
  })

/** The compiler checks that the classes declare the details of the contract. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : never
const same: {
  readonly fields: Same<Fettle.InvalidFields, Plain<Contract.ValidationFailed["details"]>>
  readonly resubscription: Same<Fettle.Resubscription, Plain<Contract.SubscriptionRequired["details"]>>
  readonly holding: Same<Fettle.Holding, Plain<Contract.LimitExceeded["details"]>>
  readonly spent: Same<Fettle.SpentLimit, Plain<Contract.RateLimited["details"]>>
} = { fields: true, resubscription: true, holding: true, spent: true }

test("the classes' details match the contract", () => {
  expect(Object.keys(same)).toHaveLength(Object.keys(DETAILS).length)
})

test("exactly the operations with a cursor have pages", async () => {
  const client = await Fettle.connect({ baseUrl: "http://localhost", token: "fit_test_1" })
  const withCursor = operations.filter(({ input }) => input !== undefined && "cursor" in propertiesOf(input))
  const withPages = Object.entries(client).filter(([, call]) => "pages" in call)
  expect(withPages.map(([name]) => name)).toEqual(withCursor.map(({ name }) => name))
})

test("unknown values and fields of a newer service are kept, and the value may be sent back", async () => {
  const sent = { metric: "heart_rate", timezone: "UTC", readings: [{ value: 60, unit: "beats" }], source: "watch" }
  await using server = await faulty(answerOf("200 OK", "application/json", JSON.stringify(sent)))
  const client = await Fettle.connect({ baseUrl: `${server.baseUrl}/`, token: " fit_test_1\n" })
  const answer = await client.set_body_metrics({ metric: "weight", readings: [{ value: 1 }] })
  expect(answer).toMatchObject(sent)
  const { metric, readings } = answer
  await client.set_body_metrics({ metric, readings: readings.map(({ value }) => ({ value })) })
  expect(server.requests()).toBe(2)
})
