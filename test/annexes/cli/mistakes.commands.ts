import { Database } from "bun:sqlite"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigProvider, Effect, Either } from "effect"
import { read } from "../../../src/config.ts"
import { type FakePostgres, fakePostgres } from "../../support/fake-postgres.ts"
import { fettleWithin, freePort } from "../../support/process.ts"
import { type FolderState, type Mistake, mistakes, type Refusal, type Scene } from "./mistakes.ts"

const SLOW = 150_000
const AT_ONCE = 4

const root = mkdtempSync(join(tmpdir(), "fettle-"))
const toClose: Array<() => unknown> = [() => rmSync(root, { recursive: true, force: true })]
afterAll(() => Promise.all(toClose.map((close) => close())))

/** Root may do everything. These tests run without some of root's rights, as another user would. */
const isRoot = process.getuid?.() === 0
const unprivileged = isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-net_bind_service"] : []
const isUnprivileged = !isRoot || Bun.which("setpriv") !== null

const FIRST_FREE_PORT = "/proc/sys/net/ipv4/ip_unprivileged_port_start"
const isPort80Guarded =
  isUnprivileged && existsSync(FIRST_FREE_PORT) && Number(readFileSync(FIRST_FREE_PORT, "utf8")) > 80

const needs: Readonly<Record<string, boolean>> = {
  "a port that only root may use": isPort80Guarded,
  "a data folder that is somebody else's": isUnprivileged
}
const known = mistakes.filter(({ name }) => needs[name] ?? true)

const servers: Readonly<Record<Refusal, FakePostgres>> = {
  "wrong-password": { refuses: { state: "28P01", message: 'password authentication failed for user "ada"' } },
  "no-such-database": { refuses: { state: "3D000", message: 'database "fettle" does not exist' } },
  "too-many-connections": { refuses: { state: "53300", message: "sorry, too many clients already" } },
  "no-tls": {},
  "version-14": { version: "14.11" },
  "no-rights": { fails: { at: "CREATE TABLE", state: "42501", message: "permission denied for schema public" } },
  "read-only": {
    fails: { at: "CREATE TABLE", state: "25006", message: "cannot execute CREATE TABLE in a read-only transaction" }
  }
}

const refusing = (refusal: Refusal): string => {
  const { url, stop } = fakePostgres(servers[refusal])
  toClose.push(stop)
  return refusal === "no-tls" ? `${url}?sslmode=require` : url
}

const makers: Readonly<Record<FolderState, (path: string) => void>> = {
  "a-file": (path) => writeFileSync(path, ""),
  "not-writable": (path) => {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o555)
    if (isRoot) chownSync(path, 65_534, 65_534)
  },
  "in-use": (path) => {
    mkdirSync(path)
    const lock = new Database(join(path, "lock"))
    lock.run("PRAGMA locking_mode = EXCLUSIVE")
    lock.run("BEGIN EXCLUSIVE")
    const server = Bun.listen({ unix: join(path, ".s.PGSQL.5432"), socket: { data: () => {} } })
    toClose.push(
      () => lock.close(),
      () => server.stop(true)
    )
  },
  "other-version": (path) => {
    mkdirSync(join(path, "postgres"), { recursive: true })
    writeFileSync(join(path, "postgres/PG_VERSION"), "17\n")
  },
  corrupt: (path) => {
    mkdirSync(join(path, "postgres"), { recursive: true })
    writeFileSync(join(path, "postgres/PG_VERSION"), "18\n")
  }
}

const folder = (state: FolderState): string => {
  const path = join(root, state)
  makers[state](path)
  return path
}

/** Nobody listens there: another test might get a free port meanwhile, but nobody gets one below 1024. */
const CLOSED_PORT = 1

const setScene = async (): Promise<Scene> => {
  const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
  toClose.push(() => taken.stop(true))
  return { takenPort: Number(taken.port), closedPort: CLOSED_PORT, refusing, folder }
}

interface Said {
  readonly exitCode: number
  readonly stderr: string
}

/**
 * The refusal that a mistake ends with. An unreadable setting is a mistake of every command, so it needs no process.
 */
const make = async ({ arguments: args = ["migrate"], settings }: Mistake, scene: Scene): Promise<Said> => {
  const given = { DATA_DIR: join(root, "absent"), PORT: await freePort(), ...settings(scene) }
  const provider = ConfigProvider.fromMap(new Map(Object.entries(given)))
  const settled = await Effect.runPromise(Effect.either(Effect.withConfigProvider(read, provider)))
  if (Either.isLeft(settled)) return { exitCode: 1, stderr: `fettle: ${settled.left.join("\n")}` }
  return await fettleWithin(unprivileged, given, ...args)
}

const outcomes = new Map<string, Said>()

beforeAll(async () => {
  const scene = await setScene()
  await Effect.runPromise(
    Effect.forEach(
      known,
      (mistake) => Effect.promise(async () => outcomes.set(mistake.name, await make(mistake, scene))),
      { concurrency: AT_ONCE }
    )
  )
}, SLOW)

describe("a mistake ends the command with one sentence that names the setting, the cause and the next step", () => {
  test("there are more than 25 mistakes", () => {
    expect(new Set(mistakes.map(({ name }) => name)).size).toBe(mistakes.length)
    expect(mistakes.length).toBeGreaterThan(25)
  })

  test.each(known)("$name", ({ name, names, cause, nextStep }) => {
    const { exitCode = 0, stderr = "" } = outcomes.get(name) ?? {}
    expect(exitCode).toBeOneOf([1, 2])
    expect(stderr.split("\n")).toHaveLength(1)
    expect(stderr).toContain(names)
    expect(stderr).toMatch(cause)
    expect(stderr).toMatch(nextStep)
    expect(stderr).not.toContain("hunter2")
    expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
  })
})
