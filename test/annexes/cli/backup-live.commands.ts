import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdtempSync, rmSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fettle, startServer } from "../../support/process.ts"
import { fillFolder } from "../../support/stores.ts"

/** How many backups are made, each at a random moment during writes; BACKUPS sets another number. */
const ROUNDS = Number(process.env.BACKUPS ?? 1)
const WRITERS = 2
const UNLIMITED = {
  WRITES_PER_MINUTE: "1000000",
  WRITES_BURST: "1000000",
  WRITES_PER_DAY: "10000000",
  READS_PER_MINUTE: "1000000",
  READS_BURST: "1000000"
}
const EGG = "food_sr28_01123"

const folder = mkdtempSync(join(tmpdir(), "fettle-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The servings of all entries; no two entries have the same. */
const logged = async (baseUrl: string, token: string): Promise<ReadonlySet<number>> => {
  const all = new Set<number>()
  let cursor: string | null = ""
  while (cursor !== null) {
    const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`
    const answer: Response = await fetch(`${baseUrl}/v1/food-entries?from=2026-03-14&to=2026-03-14&limit=100${next}`, {
      headers: { authorization: `Bearer ${token}` }
    })
    const page: { entries: ReadonlyArray<{ servings: number }>; nextCursor: string | null } = JSON.parse(
      await answer.text()
    )
    for (const { servings } of page.entries) all.add(servings)
    cursor = page.nextCursor
  }
  return all
}

test(
  "a backup of a server under writes contains every write acknowledged before it began, and the server goes on",
  async () => {
    const data = join(folder, "data")
    await fillFolder(data)
    await using server = await startServer({ DATA_DIR: data, ...UNLIMITED })
    const { baseUrl, token } = server
    const acknowledged: Array<number> = []
    const refused: Array<string> = []
    let last = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const servings = ++last / 100
        const answer = await fetch(`${baseUrl}/v1/food-entries`, {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ foodId: EGG, servings, mealType: "snack", date: "2026-03-14" })
        })
        if (answer.status === 200) acknowledged.push(servings)
        else refused.push(await answer.text())
        await Bun.sleep(50)
      }
    }
    const writers = Promise.all(Array.from({ length: WRITERS }, write))
    for (let round = 0; round < ROUNDS; round++) {
      await Bun.sleep(Math.random() * 400)
      const before = [...acknowledged]
      const file = join(folder, `backup-${round}`)
      expect(await fettle({ DATA_DIR: data }, "backup", file)).toMatchObject({ exitCode: 0, stderr: "" })
      expect(existsSync(`${file}.copy`)).toBe(false)
      const restored = join(folder, `restored-${round}`)
      expect(await fettle({ DATA_DIR: restored }, "restore", file)).toMatchObject({ exitCode: 0, stderr: "" })
      await using copy = await startServer({ DATA_DIR: restored, ...UNLIMITED })
      const found = await logged(copy.baseUrl, token)
      expect(before.filter((servings) => !found.has(servings))).toEqual([])
      copy.child.kill("SIGKILL")
      await copy.child.exited
      if (round > 0) for (const path of [file, restored]) rmSync(path, { recursive: true })
    }
    isOver = true
    await writers
    console.log(`backups ${ROUNDS}, acknowledged ${acknowledged.length}, refused ${refused.length}`)
    expect(refused).toEqual([])
  },
  60_000 + ROUNDS * 30_000
)

test("a backup is not restored over a database or from a truncated file, and overwrites no file", async () => {
  const [file, data] = [join(folder, "backup-0"), join(folder, "restored-0")]
  const over = await fettle({ DATA_DIR: data }, "restore", file)
  expect([over.exitCode, over.stderr]).toEqual([1, expect.stringContaining("already. Move it away")])
  const again = await fettle({ DATA_DIR: data }, "backup", file)
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("the file already exists")])
  truncateSync(file, 1_000_000)
  const empty = join(folder, "empty")
  const cut = await fettle({ DATA_DIR: empty }, "restore", file)
  expect([cut.exitCode, cut.stderr]).toEqual([1, expect.stringContaining("Name another backup")])
  expect(existsSync(join(empty, "postgres/PG_VERSION"))).toBe(false)
}, 60_000)
