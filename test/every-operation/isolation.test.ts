import { beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../src/api.ts"
import { type Json, jsonSchemaOf } from "../../src/contract/json-schema.ts"
import { type Outcome, overEveryStore, type Person, TODAY } from "../support/app.ts"
import { type Belongings, MARK } from "../support/scenario.ts"
import { byOperation, makeBelongings, stateOf } from "./scenarios.ts"

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether a field of an input takes an id or a cursor, judging by its name or by the shape that all ids have. */
const isReference = (name: string, { minLength, maxLength }: Json): boolean =>
  /^id$|Id$|^cursor$/.test(name) || (minLength === 1 && maxLength === 128)

const referencesIn = (schema: Json, path: string): ReadonlyArray<string> => {
  const { properties, items } = schema
  if (isJson(items)) return referencesIn(items, `${path}[]`)
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, field]) => {
    if (!isJson(field)) return []
    const at = path === "" ? name : `${path}.${name}`
    return [...(isReference(name, field) ? [at] : []), ...referencesIn(field, at)]
  })
}

/** Every field of every operation that takes an id, a cursor or an idempotency key. */
const REFERENCES = operations.flatMap(({ name, input, takesIdempotencyKey }) => [
  ...(input === undefined ? [] : referencesIn(jsonSchemaOf(input, { open: false }), "")).map((at) => `${name} ${at}`),
  ...(takesIdempotencyKey ? [`${name} idempotency_key`] : [])
])

const VIEWS = byOperation(({ views }) => views)

/**
 * The owner's texts, ids and values in an outcome, except those that the call itself contained. Must be empty for
 * anybody else.
 */
const shown = (outcome: Outcome, owner: Person, belongings: Belongings, input: object): ReadonlyArray<string> => {
  const given = JSON.stringify(input)
  const text = JSON.stringify(outcome)
  const cursors = Object.values(belongings.pages).map(({ cursor }) => cursor)
  return [MARK, owner.id, owner.token, ...belongings.secrets, ...cursors].filter(
    (secret) => text.includes(secret) && !given.includes(secret)
  )
}

test("covers every view", () => {
  const views = operations.filter(
    ({ name, access }) => access === "read" && !REFERENCES.some((at) => at.startsWith(`${name} id`))
  )
  expect(views.map(({ name }) => name).toSorted()).toEqual([...VIEWS.keys()].toSorted())
})

overEveryStore("isolation", (service) => {
  let owner: Person
  let belongings: Belongings
  let state: Awaited<ReturnType<typeof stateOf>>
  beforeAll(async () => {
    owner = await service().person({ timezone: "Asia/Tokyo" })
    belongings = await makeBelongings(service(), owner)
    state = await stateOf(owner)
  })

  test("shows everything to the owner, so a leak would be found", () => {
    const text = JSON.stringify(state)
    expect(belongings.secrets.length).toBeGreaterThan(7)
    for (const part of [MARK, ...belongings.secrets]) expect(text).toContain(part)
  })

  test("tries every field that takes an id, a cursor or a key", () => {
    expect(Object.keys(belongings.attempts).toSorted()).toEqual(REFERENCES.toSorted())
  })

  for (const surface of ["rest", "mcp"] as const) {
    describe(`over ${surface}`, () => {
      for (const at of REFERENCES) {
        const [name = "", field = ""] = at.split(" ")
        test(`${name} with another's ${field}`, async () => {
          const stranger = await service().person()
          const attempt = belongings.attempts[at]
          if (attempt === undefined) throw new Error(`Nobody tries ${at}`)
          const { input, expected } = attempt
          const outcome = await stranger[surface](name, input)
          expect(outcome.ok ? "as if new" : outcome.error.code).toBe(expected)
          expect(shown(outcome, owner, belongings, input)).toEqual([])
          expect(await stateOf(owner)).toEqual(state)
          // What was new to the stranger is theirs from then on.
          if (expected === "as if new" && outcome.ok) {
            const mark = surface === "mcp" ? { replayed: true } : {}
            const output = { ...(isJson(outcome.output) ? outcome.output : {}), ...mark }
            expect(await stranger[surface](name, input)).toEqual({ ...outcome, output })
          }
        })
      }

      for (const [name, inputs] of VIEWS) {
        test(`${name} shows nothing of another user's`, async () => {
          const stranger = await service().person()
          for (const input of inputs) {
            const outcome = await stranger[surface](name, input)
            expect([outcome.ok, ...shown(outcome, owner, belongings, input)]).toEqual([true])
          }
        })
      }

      test("a cursor is valid only for its own operation", async () => {
        const pages = Object.entries(belongings.pages)
        expect(pages.length).toBeGreaterThan(1)
        const mixed = pages.flatMap(([name, { input }]) =>
          pages.filter(([other]) => other !== name).map(([, { cursor }]) => [name, { ...input, cursor }] as const)
        )
        for (const [name, input] of mixed) {
          const outcome = await owner[surface](name, input)
          expect(outcome).toMatchObject({ ok: false, error: { details: { fields: [{ field: "cursor" }] } } })
        }
      })
    })
  }

  test("nothing that another user does by date or by name affects the owner", async () => {
    const stranger = await service().person({ timezone: "Asia/Tokyo" })
    for (const { name, access, example } of operations) {
      if (access === "write") await stranger.rest(name, example.input as Record<string, unknown>)
    }
    for (const metric of ["weight", "body_fat", "steps"]) {
      await stranger.rest("delete_body_metric", { metric, date: TODAY })
    }
    expect(await stateOf(owner)).toEqual(state)
  })
})
