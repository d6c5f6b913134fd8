import { expect, test } from "bun:test"
import { countTokens } from "gpt-tokenizer/encoding/o200k_base"
import { tools } from "../../src/mcp/tools.ts"

/** Most tokens (o200k) that the whole of tools/list may take from an agent's context. */
const BUDGET = 8_000

test("tools/list leaves room in an agent's context", () => {
  expect(countTokens(JSON.stringify({ tools }))).toBeLessThanOrEqual(BUDGET)
})
