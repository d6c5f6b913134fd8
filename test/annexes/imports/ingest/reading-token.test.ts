import { expect, test } from "bun:test"
import { Effect } from "effect"
import { createToken } from "../../../../src/features/accounts/accounts.ts"
import { newPerson, overEveryStore } from "../../../support/app.ts"

overEveryStore("a token that only reads, at /ingest", (service) => {
  test("cannot bring data in", async () => {
    const { id } = await newPerson(service())
    const details = { userId: id, name: "Dashboard", environment: "test", expiresAt: null, scope: "read" } as const
    const { token } = await service().run(Effect.orDie(createToken(details)))
    const response = await service().fetch("/ingest", {
      method: "POST",
      body: "{}",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("may only read") } })
  })
})
