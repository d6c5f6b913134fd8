import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { Schema } from "effect"
import { EVENTS, KEPT_DELIVERIES, MOST_WAITING_BYTES } from "../../../src/annexes/webhooks/model.ts"
import { newSecret, signedHeaders } from "../../../src/annexes/webhooks/signature.ts"

const text = readFileSync(join(import.meta.dir, "../../../docs/webhooks.md"), "utf8")

const blocks = (language: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, block = ""]) => block)

/** What a template refers to, as Home Assistant would see it in a message. */
const referred = (template: string): ReadonlyArray<string> =>
  [...template.matchAll(/trigger\.json((?:\.\w+|\[-?\d+\])+)/g)].map(([, path = ""]) => path)

const valueAt = (message: unknown, path: string): unknown =>
  [...path.matchAll(/\.(\w+)|\[(-?\d+)\]/g)].reduce<unknown>((value, [, name, index]) => {
    if (Array.isArray(value) && index !== undefined) return value.at(Number(index))
    return typeof value === "object" && value !== null && name !== undefined
      ? Object.entries(value).find(([key]) => key === name)?.[1]
      : undefined
  }, message)

const READING = {
  type: "reading.set",
  data: { metric: "weight", readings: [{ date: "2026-03-14", value: 72.5, unit: "kg" }] }
}
const GOAL = { type: "goal.completed", data: { date: "2026-03-14", goal: { name: "Walk" } } }

test("what is kept of messages is as much as the documentation says", () => {
  expect(text).toContain(` or ${MOST_WAITING_BYTES / 1024 ** 2} MiB; `)
  expect(text).toContain(`The last ${KEPT_DELIVERIES} messages stay on your page`)
})

test("the table lists every event", () => {
  const listed = [...text.matchAll(/^\| `([a-z.]+)` +\|/gm)].map(([, name = ""]) => name)
  expect(listed).toEqual([...EVENTS])
})

test("Home Assistant's files are YAML, and their templates refer to fields that messages have", () => {
  const [automation = "", sensor = ""] = blocks("yaml")
  expect(Bun.YAML.parse(automation)).toMatchObject([{ mode: "queued", triggers: [{ trigger: "webhook" }] }])
  expect(Bun.YAML.parse(sensor)).toMatchObject({ template: [{ sensor: [{ name: "Weight" }] }] })
  expect(referred(automation)).toHaveLength(3)
  expect(referred(sensor)).toHaveLength(2)
  for (const path of referred(automation)) expect([path, valueAt(GOAL, path)]).toEqual([path, expect.any(String)])
  for (const path of referred(sensor)) expect(valueAt(READING, path)).toBeDefined()
})

const Workflow = Schema.parseJson(
  Schema.Struct({
    nodes: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        parameters: Schema.Struct({
          jsCode: Schema.optional(Schema.String),
          responseMode: Schema.optional(Schema.String),
          responseData: Schema.optional(Schema.String)
        })
      })
    ),
    connections: Schema.Record({
      key: Schema.String,
      value: Schema.Struct({
        main: Schema.Array(
          Schema.Array(Schema.Struct({ node: Schema.String, type: Schema.String, index: Schema.Number }))
        )
      })
    })
  })
)

test("n8n's workflow is whole, and its code takes Fettle's messages and no others", async () => {
  const workflow = Schema.decodeUnknownSync(Workflow)(blocks("json").find((block) => block.includes("n8n-nodes-base")))
  const names = workflow.nodes.map(({ name }) => name)
  for (const [from, { main }] of Object.entries(workflow.connections))
    expect(names).toEqual(expect.arrayContaining([from, ...main.flat().map(({ node }) => node)]))
  // The answer waits for "Verify", but must not depend on what the last node has for it: n8n answers 500 if that is nothing.
  expect(workflow.nodes[0]?.parameters).toMatchObject({ responseMode: "lastNode", responseData: "noData" })
  const code = workflow.nodes.find(({ name }) => name === "Verify")?.parameters.jsCode ?? ""
  const secret = newSecret()
  const body = JSON.stringify(READING)
  const verify = async (headers: object, sent = body): Promise<unknown> => {
    const AsyncFunction = (async () => undefined).constructor
    const run = Reflect.construct(AsyncFunction, ["$input", "require", code.replace("whsec_PUT_IT_HERE", secret)])
    return Reflect.apply(run, { helpers: { getBinaryDataBuffer: async () => Buffer.from(sent) } }, [
      { first: () => ({ json: { headers } }) },
      createRequire(import.meta.url)
    ])
  }
  const message = { messageId: "msg_1", body }
  const now = Date.now()
  expect(await verify(signedHeaders(message, [secret], now))).toEqual([{ json: READING }])
  expect(await verify(signedHeaders(message, [newSecret(), secret], now))).toEqual([{ json: READING }])
  const refused = [
    verify(signedHeaders(message, [newSecret()], now)),
    verify(signedHeaders(message, [secret], now - 301_000)),
    verify(signedHeaders(message, [secret], now), `${body} `),
    verify({ ...signedHeaders(message, [secret], now), "webhook-id": "msg_2" }),
    verify({})
  ]
  for (const each of refused) expect(String(await each.catch(String))).toContain("not from Fettle")
})
