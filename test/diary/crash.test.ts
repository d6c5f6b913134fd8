import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServer } from "../support/process.ts"
import { OATS, type Page } from "./support.ts"

const ROUNDS = 3
const KEYS = 24

/** Answers of a call, or nothing where the server was gone before it answered. */
type Answer = { readonly status: number; readonly text: string } | undefined

test("a server killed while it writes keeps what it answered, and a retry makes exactly one entry for each key", async () => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-"))
  const settings = { DATA_DIR: folder, WRITES_BURST: "100000", READS_BURST: "100000", WRITES_PER_DAY: "100000" }
  let server = await startServer(settings)
  try {
    const { token } = server
    const post = async (path: string, body: unknown, key: string): Promise<Answer> => {
      try {
        const response = await fetch(`${server.baseUrl}${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
          body: JSON.stringify(body)
        })
        return { status: response.status, text: await response.text() }
      } catch {
        return undefined
      }
    }
    const restart = async () => {
      await server.child.exited
      server = await startServer(settings)
    }
    const saved = await post("/v1/custom-foods", OATS, "food")
    const { customFood } = JSON.parse(saved?.text ?? "") as { readonly customFood: { readonly id: string } }

    for (let round = 1; round <= ROUNDS; round++) {
      const date = `2026-03-0${round}`
      const log = (index: number) =>
        post(
          "/v1/food-entries",
          { customFoodId: customFood.id, servings: index + 1, mealType: "lunch", date },
          `${round}-${index}`
        )
      let answered = 0
      const first = await Promise.all(
        Array.from({ length: KEYS }, async (_, index) => {
          const answer = await log(index)
          // The blow falls in the midst of the writes, at another point in each round.
          if (++answered === round * 5) server.child.kill("SIGKILL")
          return answer
        })
      )
      await restart()
      const second = await Promise.all(first.map((_, index) => log(index)))
      for (const [index, answer] of first.entries()) {
        expect(second[index]?.status).toBe(200)
        if (answer !== undefined) expect(second[index]).toEqual(answer)
      }
      const response = await fetch(`${server.baseUrl}/v1/food-entries?from=${date}&to=${date}&limit=100`, {
        headers: { authorization: `Bearer ${token}` }
      })
      const { entries } = (await response.json()) as Page
      expect(entries.map(({ servings }) => servings).sort((a, b) => a - b)).toEqual(
        Array.from({ length: KEYS }, (_, index) => index + 1)
      )
      expect(first.filter((answer) => answer === undefined).length).toBeGreaterThan(0)
    }
  } finally {
    server.child.kill("SIGKILL")
    await server.child.exited
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
