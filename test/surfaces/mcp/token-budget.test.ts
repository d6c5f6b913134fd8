import { afterAll, beforeAll, expect, test } from "bun:test"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { connect } from "../../annexes/identity/oauth/support.ts"
import { makeService, type Service } from "../../support/app.ts"
import { inMemory } from "../../support/stores.ts"
import { wire } from "./support.ts"

/** The most tokens (o200k) that the whole answer to tools/list may take from an agent's context. */
const BUDGET = 6_600

/** The same for a connected app, whose list also names the scope that each tool needs. */
const BUDGET_OF_APPS = BUDGET + 600

let service: Service
beforeAll(async () => {
  service = await makeService(inMemory.layer)
})
afterAll(() => service.stop())

test.each(["legacy", "modern"] as const)(
  "tools/list leaves room in an agent's context, for API tokens and connected apps (%s revisions)",
  async (era) => {
    const person = await service.person()
    const { tokens } = await connect(service, person)
    const size = async (token: string) =>
      countTokens(JSON.stringify((await wire(service, token)[era]("tools/list")).body.result ?? {}))
    const [plain, ofApps] = [await size(person.token), await size(tokens.access_token)]
    expect(plain).toBeGreaterThan(BUDGET / 2)
    expect(plain).toBeLessThanOrEqual(BUDGET)
    expect(ofApps).toBeGreaterThan(plain)
    expect(ofApps).toBeLessThanOrEqual(BUDGET_OF_APPS)
  }
)
