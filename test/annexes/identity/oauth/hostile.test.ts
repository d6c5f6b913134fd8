import { expect, test } from "bun:test"
import { newPerson, overEveryStore } from "../../../support/app.ts"
import { formsOf, signIn } from "../../page/support.ts"
import { faultOf, hostileRequest, type Known } from "./hostile.ts"
import { authorizePath, CALLBACK, connect, newClient, newCode } from "./support.ts"

/** HOSTILE_SEED and HOSTILE_REQUESTS repeat a failure, or send more. */
const FIRST_SEED = Number(process.env.HOSTILE_SEED ?? 4_000_000)
const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 1500)

overEveryStore("hostile requests to the authorization server", (service) => {
  test("are answered with OAuth errors or pages, and never with an internal failure", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    const clientId = await newClient(service())
    const form = formsOf((await browser.get(authorizePath(clientId))).html).find(({ hidden }) => hidden.consent)
    const { tokens } = await connect(service(), person)
    const known: Known = {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      clientId,
      redirectUri: CALLBACK,
      code: await newCode(service(), person, clientId),
      refreshToken: tokens.refresh_token,
      accessToken: tokens.access_token,
      formToken: form?.hidden.form_token ?? "",
      consent: form?.hidden.consent ?? ""
    }
    const statuses: Record<number, number> = {}
    const memory = []
    for (let index = 0; index < REQUESTS; index++) {
      const { path, init } = hostileRequest(FIRST_SEED + index, known)
      const response = await service().fetch(path, { ...init, peer: `198.51.${index % 250}.${index % 7}` })
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      const fault = await faultOf(response, known)
      expect([FIRST_SEED + index, fault]).toEqual([FIRST_SEED + index, undefined])
      if (index % 2000 === 1999) {
        Bun.gc(true)
        memory.push(Math.round(process.memoryUsage().rss / 1e6))
      }
    }
    if (memory.length > 1) console.log(`Memory after each 2,000 requests: ${memory.join(", ")} MB`, statuses)
    // The requests get somewhere: valid forms, and every kind of refusal.
    expect(Object.keys(statuses)).toEqual(expect.arrayContaining(["200", "201", "303", "400", "403", "405"]))
  }, 300_000)
})
