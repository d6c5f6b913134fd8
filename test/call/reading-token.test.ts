import { expect, test } from "bun:test"
import { Effect } from "effect"
import { operations } from "../../src/api.ts"
import { createToken } from "../../src/features/accounts/accounts.ts"
import { newPerson, overEveryStore, type Service } from "../support/app.ts"

const readerOf = async (service: Service) => {
  const person = await newPerson(service)
  const { token } = await service.run(
    Effect.orDie(
      createToken({ userId: person.id, name: "Dashboard", environment: "test", expiresAt: null, scope: "read" })
    )
  )
  return { person, token }
}

const WEIGHT = { metric: "weight", readings: [{ value: 80, unit: "kg" }] }

overEveryStore("a token that only reads", (service) => {
  test("reads, and is refused writing over REST and MCP, which changes nothing", async () => {
    const { person, token } = await readerOf(service())
    const reader = { rest: service().rest(token), mcp: service().mcp(token) }
    for (const call of [reader.rest, reader.mcp]) expect((await call("get_context")).ok).toBe(true)
    const refused = await reader.rest("set_body_metrics", WEIGHT)
    expect(refused).toMatchObject({ ok: false, error: { code: "unauthorized" } })
    if (!refused.ok) expect(refused.error.message).toContain("fettle:write")
    // As for an app that may only read, the whole request is refused.
    await expect(reader.mcp("set_body_metrics", WEIGHT)).rejects.toThrow("fettle:write")
    expect(await person.rest("list_body_metrics", { metric: "weight" })).toMatchObject({
      ok: true,
      output: { readings: [] }
    })
  })

  test("is shown the tools that it may call, and no other", async () => {
    const { person, token } = await readerOf(service())
    const client = await service().mcpClient(token)
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(operations.filter(({ access }) => access === "read").map(({ name }) => name))
    const full = await service().mcpClient(person.token)
    expect((await full.listTools()).tools.length).toBe(operations.length)
  })
})
