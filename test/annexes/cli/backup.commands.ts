import { afterAll, expect, test } from "bun:test"
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import * as Client from "../../../src/platform/database/client.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { OATS } from "../../features/custom-foods/support.ts"
import { makeService, output } from "../../support/app.ts"
import { startServer } from "../../support/process.ts"
import { fillFolder, hasPostgres, migrated, postgresDatabase } from "../../support/stores.ts"

const SLOW = 180_000

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const saveFood = async (baseUrl: string, token: string) => {
  const answer = await fetch(`${baseUrl}/v1/custom-foods`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": "oats" },
    body: JSON.stringify(OATS)
  })
  return { body: await answer.text(), replayed: answer.headers.get("idempotent-replayed") }
}

const foods = async (baseUrl: string, token: string) => {
  const answer = await fetch(`${baseUrl}/v1/foods?kind=custom_food`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.json()
}

test(
  "a copy of a stopped server's folder serves the same data to the same token, and knows the keys",
  async () => {
    await fillFolder(join(folder, "data"))
    const first = await startServer({ DATA_DIR: join(folder, "data") })
    const { token } = first
    const saved = await saveFood(first.baseUrl, token)
    const before = await foods(first.baseUrl, token)
    first.child.kill("SIGTERM")
    expect(await first.child.exited).toBe(0)
    cpSync(join(folder, "data"), join(folder, "copy"), { recursive: true })
    rmSync(join(folder, "data"), { recursive: true })

    const second = await startServer({ DATA_DIR: join(folder, "copy") })
    try {
      expect(await foods(second.baseUrl, token)).toEqual(before)
      expect(await saveFood(second.baseUrl, token)).toEqual({ body: saved.body, replayed: "true" })
      expect(await foods(second.baseUrl, token)).toEqual(before)
    } finally {
      second.child.kill("SIGKILL")
      await second.child.exited
    }
  },
  SLOW
)

const run = async (...command: ReadonlyArray<string>) => {
  const child = Bun.spawn([...command], { stdout: "ignore", stderr: "pipe" })
  const [errors, exitCode] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect([exitCode, errors]).toEqual([0, ""])
}

if (hasPostgres && Bun.which("pg_dump") !== null && Bun.which("psql") !== null) {
  test(
    "a dump of PostgreSQL serves the same data from another database",
    () =>
      Effect.gen(function* () {
        const [from, to] = [yield* postgresDatabase, yield* postgresDatabase]
        yield* Effect.promise(async () => {
          const input = { ...OATS, idempotency_key: "oats" }
          const original = await makeService(migrated(Client.external(serversAt(from), 2, 0)))
          const { token, rest } = await original.person()
          const saved = await output(rest("save_custom_food", input))
          const before = await output(rest("search_foods", { kind: "custom_food" }))
          const dump = join(folder, "dump.sql")
          await run("pg_dump", from, "--file", dump)
          await original.stop()

          await run("psql", to, "--quiet", "--set", "ON_ERROR_STOP=1", "--file", dump)
          const restored = await makeService(migrated(Client.external(serversAt(to), 2, 0)))
          expect(await output(restored.rest(token)("save_custom_food", input))).toEqual(saved)
          expect(await output(restored.rest(token)("search_foods", { kind: "custom_food" }))).toEqual(before)
          await restored.stop()
        })
      }).pipe(Effect.scoped, Effect.runPromise),
    SLOW
  )
}
