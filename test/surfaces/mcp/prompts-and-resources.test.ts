import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { operations } from "../../../src/api.ts"
import * as Storage from "../../../src/storage.ts"
import { llms } from "../../../src/surfaces/http/llms.ts"
import { getPrompt, prompts } from "../../../src/surfaces/mcp/prompts.ts"
import { resources } from "../../../src/surfaces/mcp/resources.ts"
import { BASE_URL, makeService, output, type Service } from "../../support/app.ts"
import { type Answer, wire } from "./support.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

const names = new Set(operations.map(({ name }) => name))
const textOf = (prompt: string, input: Readonly<Record<string, string>>): string => {
  const [message] = getPrompt(prompt, input).messages
  return message?.content.type === "text" ? message.content.text : ""
}

describe("prompts", () => {
  test("prompts/list", () => expect(prompts).toMatchSnapshot())

  test.each([
    ["log_day", {}],
    ["log_day", { date: "2026-03-13", notes: "Two eggs, a 5 km run" }],
    ["weekly_review", {}],
    ["weekly_review", { lastDay: "2026-03-14" }],
    ["plan_progress", { aim: "75 kg" }],
    ["plan_progress", { aim: "75 kg", by: "2026-09-01" }]
  ])("%s with %p names existing tools, and starts with get_context", (prompt, input) => {
    const text = textOf(prompt, input)
    const named = [...text.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name)
    expect(named.filter((name) => !names.has(name) && name !== "idempotency_key")).toEqual([])
    expect(named[0]).toBe("get_context")
    for (const value of Object.values(input)) expect(text).toContain(value)
  })

  test("plan_progress asks for a day only if none is given", () => {
    const question = "Ask me by when I want to be there"
    expect(textOf("plan_progress", { aim: "75 kg" })).toContain(question)
    const dated = textOf("plan_progress", { aim: "75 kg", by: "2026-09-01" })
    expect(dated).toContain("75 kg, by 2026-09-01.")
    expect(dated).not.toContain(question)
  })

  test("a week has seven days", () => {
    expect(textOf("weekly_review", { lastDay: "2026-03-02" })).toContain("2026-02-24 to 2026-03-02")
  })

  test("a blank argument counts as omitted", () => {
    expect(textOf("log_day", { date: " ", notes: "" })).toBe(textOf("log_day", {}))
  })

  test.each([
    ["log_day", { date: "2026-02-30" }, "date: must be a real calendar day"],
    ["log_day", { day: "2026-02-03" }, "day: "],
    ["plan_progress", {}, "aim: is missing"],
    ["plan_progress", { aim: "x".repeat(501) }, "aim: must be 1 to 500 characters"],
    ["nonsense", {}, 'There is no prompt "nonsense"']
  ])("%s with %p is refused", async (name, input, message) => {
    const person = await service.person()
    for (const era of ["legacy", "modern"] as const) {
      const { body } = await wire(service, person.token)[era]("prompts/get", { name, arguments: input })
      expect(body.error?.code).toBe(-32602)
      expect(body.error?.message).toStartWith(message)
    }
  })
})

test.each([
  [
    "prompts/get",
    { name: "log_day", arguments: { date: 5 } },
    "a prompt's name and, as an object of texts, its arguments"
  ],
  ["resources/read", {}, "a resource's uri, as text"],
  ["tools/call", { name: 5 }, "a tool's name and, as an object, its arguments"]
])("%s with params of the wrong kind says what it takes", async (method, params, takes) => {
  const person = await service.person()
  const { body } = await wire(service, person.token).legacy(method, params)
  expect(body.error).toMatchObject({ code: -32602, message: `params are not what ${method} takes: ${takes}.` })
})

const contentOf = ({ body }: Answer) => {
  const [content] = (body.result?.contents ?? []) as ReadonlyArray<Readonly<Record<string, unknown>>>
  return content ?? {}
}

describe("resources", () => {
  test("resources/list", () => expect(resources).toMatchSnapshot())

  test("fettle://llms.txt is the guide served at /v1/llms.txt", async () => {
    const person = await service.person()
    const answer = await wire(service, person.token).modern("resources/read", { uri: "fettle://llms.txt" })
    expect(contentOf(answer)).toEqual({
      uri: "fettle://llms.txt",
      mimeType: "text/markdown",
      text: llms(new URL(BASE_URL).origin)
    })
    expect(answer.body.result).toMatchObject({ cacheScope: "public", ttlMs: 3_600_000 })
  })

  test("ui://fettle/chart.html is the view of three tools", async () => {
    const person = await service.person()
    const { legacy } = wire(service, person.token)
    const content = contentOf(await legacy("resources/read", { uri: "ui://fettle/chart.html" }))
    expect(content).toMatchObject({ mimeType: "text/html;profile=mcp-app", _meta: { ui: { prefersBorder: true } } })
    const { tools } = ((await legacy("tools/list")).body.result ?? {}) as {
      readonly tools: ReadonlyArray<{ readonly name: string; readonly _meta?: unknown }>
    }
    expect(tools.filter(({ _meta }) => _meta !== undefined)).toMatchObject(
      ["list_body_metrics", "list_food_entries", "list_workouts"].map((name) => ({
        name,
        _meta: { ui: { resourceUri: content.uri } }
      }))
    )
  })

  test("fettle://today contains context, goals and totals, of this user only", async () => {
    const person = await service.person({ timezone: "Pacific/Auckland" })
    const context = await output(person.rest("get_context"))
    const saved = await output<{ readonly customFood: { readonly id: string } }>(
      person.rest("save_custom_food", {
        name: "Oats",
        servingSize: 100,
        servingSizeUnit: "g",
        protein: 13,
        carbs: 60,
        fat: 7
      })
    )
    const entry = { customFoodId: saved.customFood.id, servings: 1.1, mealType: "snack" }
    for (let index = 0; index < 103; index++) await output(person.rest("log_food_entry", entry))
    await output(person.rest("log_food_entry", { ...entry, date: "2026-03-01" }))
    const goal = { name: "Protein", type: "numeric", metric: "protein", targetValue: 120, comparison: "min" }
    await output(person.rest("save_goal", { ...goal, schedule: { startDate: context.activityDay } }))
    const answer = await wire(service, person.token).modern("resources/read", { uri: "fettle://today" })
    expect(answer.body.result).toMatchObject({ cacheScope: "private", ttlMs: 0 })
    const { text, ...content } = contentOf(answer)
    expect(content).toEqual({ uri: "fettle://today", mimeType: "application/json" })
    const today = JSON.parse(String(text))
    expect(today.context).toMatchObject({ activityDay: "2026-03-15", timezone: "Pacific/Auckland" })
    expect(today.goals).toMatchObject([{ name: "Protein", currentValue: 1472.9 }])
    expect(today.totals).toMatchObject({ protein: 1472.9, carbs: 6798, fat: 793.1, alcohol: 0 })
  })

  test("fettle://today is charged to the read limit like its operations, and is refused like them", async () => {
    const person = await service.person({ ownLimits: { readsPerMinute: 1, readsBurst: 4 } })
    const { modern } = wire(service, person.token)
    const first = await modern("resources/read", { uri: "fettle://today" })
    expect(first.body.error).toBeUndefined()
    const second = await modern("resources/read", { uri: "fettle://today" })
    expect(second.status).toBe(200)
    expect(second.body.error).toMatchObject({ code: 429, data: { error: { code: "rate_limited" } } })
    const lapsed = await service.person({ plan: "free" })
    const refused = await wire(service, lapsed.token).legacy("resources/read", { uri: "fettle://today" })
    expect(refused.body.error).toMatchObject({ code: 403, data: { error: { code: "subscription_required" } } })
  })

  test("an unknown resource is -32602, with its address", async () => {
    const person = await service.person()
    const { body } = await wire(service, person.token).modern("resources/read", { uri: "fettle://nonsense" })
    expect(body.error).toMatchObject({ code: -32602, data: { uri: "fettle://nonsense" } })
  })

  test("nobody reads or lists without a token", async () => {
    const { status, body } = await wire(service, "nonsense").modern("resources/read", { uri: "fettle://llms.txt" })
    expect([status, body.error as unknown]).toEqual([401, expect.objectContaining({ code: "unauthorized" })])
  })
})
