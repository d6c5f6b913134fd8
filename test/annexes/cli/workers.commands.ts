import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { type Context, DateTime, Effect, Exit, Scope } from "effect"
import pg from "pg"
import { Timezone, type User } from "../../../src/contract/handler/user.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import * as Client from "../../../src/platform/database/client.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import type { UserId } from "../../../src/values/ids.ts"
import { type Failed, makeService, type Person, type Service } from "../../support/app.ts"
import { fettle, isRunning, type SettingsOfProcess, startServer, until } from "../../support/process.ts"
import { filledDatabase, hasPostgres, migrated, postgresDatabase } from "../../support/stores.ts"

const SLOW = 60_000
const WORKERS = 3

/** Enough connections that every worker gets some: the chance that one gets none is one in a million. */
const CONNECTIONS = 40

type Server = Awaited<ReturnType<typeof startServer>>

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const running: Array<Server> = []
afterEach(async () => {
  for (const { child } of running.splice(0)) {
    const workers = child.exitCode === null && child.signalCode === null ? workersOf(child.pid) : []
    for (const pid of [child.pid, ...workers]) if (isRunning(pid)) process.kill(pid, "SIGKILL")
    await child.exited
  }
})
const serve = async (settings: SettingsOfProcess, ...args: ReadonlyArray<string>) => {
  const server = await startServer(settings, { args })
  running.push(server)
  return server
}

const workersOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number)

/** The answers of get_context over so many connections: each different answer once, by status and timezone or error. */
const answers = async ({ baseUrl }: Server, token: string): Promise<ReadonlyArray<string>> => {
  const all = Array.from({ length: CONNECTIONS }, async () => {
    const answer = await fetch(`${baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` }, keepalive: false })
    const { timezone, error } = (await answer.json()) as { readonly timezone?: string; readonly error?: Failed }
    return `${answer.status} ${timezone ?? error?.code}`
  })
  return [...new Set(await Promise.all(all))]
}

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n"

/**
 * Kills every worker of the supervisor that starts from now on, early enough that it never serves. Disposing of it
 * stops that.
 */
const killNewcomers = (supervisor: number) => {
  const old = workersOf(supervisor)
  const killing = setInterval(() => {
    for (const pid of workersOf(supervisor)) if (!old.includes(pid)) process.kill(pid, "SIGKILL")
  }, 20)
  return { [Symbol.dispose]: () => clearInterval(killing) }
}

/** An accepted request, sent except for its last byte; the function sends that byte and returns the answer. */
const unfinishedWrite = async ({ baseUrl }: Server, token: string) => {
  const { port, host } = new URL(baseUrl)
  const body = JSON.stringify({ metric: "steps", readings: [{ value: 4321 }] })
  const socket = connect(Number(port), "127.0.0.1")
  let answer = ""
  let end = "nothing ended it"
  socket.on("data", (data) => (answer += data))
  socket.on("error", ({ message }) => (end = message))
  socket.on("end", () => (end = "the server ended it"))
  socket.write(
    `PUT /v1/body-metrics HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`
  )
  await until(() => answer === CONTINUE)
  return async () => {
    socket.write(body.slice(-1))
    await until(() => answer.length > CONTINUE.length).catch(() => expect(end).toBe("an answer"))
    socket.destroy()
    return answer.slice(CONTINUE.length)
  }
}

const query = async (url: string, text: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

// High enough that many connections at once do not meet the limits.
const LIMITS = { READS_BURST: "10000", READS_PER_MINUTE: "100000" }

if (hasPostgres) {
  describe("fettle serve --workers, on PostgreSQL", () => {
    let settings: SettingsOfProcess = {}
    let database: Service | undefined
    let person: Person | undefined
    beforeAll(async () => {
      const url = await Effect.runPromise(Scope.extend(filledDatabase, scope))
      settings = { ...LIMITS, DATABASE_URL: url }
      database = await makeService(migrated(Client.external(serversAt(url), 2, 0)))
      person = await database.person()
    }, SLOW)
    afterAll(() => database?.stop())
    const token = () => person?.token ?? ""

    test(
      "all serve one port; a killed one is replaced; SIGTERM lets them finish and leaves none",
      async () => {
        const server = await serve(settings, "--workers", String(WORKERS))
        const { pid } = server.child
        const before = workersOf(pid)
        expect(before).toHaveLength(WORKERS)
        expect(await answers(server, token())).toEqual(["200 UTC"])

        process.kill(before[0] ?? 0, "SIGKILL")
        await until(() => !workersOf(pid).includes(before[0] ?? 0))
        expect(await answers(server, token())).toEqual(["200 UTC"])
        await until(() => workersOf(pid).length === WORKERS)
        expect(await answers(server, token())).toEqual(["200 UTC"])

        const finish = await unfinishedWrite(server, token())
        const last = workersOf(pid)
        server.child.kill("SIGTERM")
        await Bun.sleep(300)
        expect(await finish()).toStartWith("HTTP/1.1 200")
        expect(await server.child.exited).toBe(0)
        expect(last.filter(isRunning)).toEqual([])
      },
      SLOW
    )

    test(
      "/ready and doctor show a worker that died; one that does not come back makes the server not ready",
      async () => {
        const server = await serve(settings, "--workers", String(WORKERS))
        const { pid } = server.child
        const ready = async () => {
          // A connection that the killed worker had accepted is reset.
          const answer = await fetch(`${server.baseUrl}/ready`, { keepalive: false }).catch(() => undefined)
          return answer === undefined ? {} : { http: answer.status, ...((await answer.json()) as object) }
        }
        const comesTo = (expected: object) => until(async () => Bun.deepEquals(await ready(), expected), 30)
        const complete = { http: 200, status: "ready", workers: { expected: 3, serving: 3 } }
        const incomplete = { reason: "2 of 3 workers serve", workers: { expected: 3, serving: 2 } }
        await comesTo(complete)

        {
          using _ = killNewcomers(pid)
          process.kill(workersOf(pid)[0] ?? 0, "SIGKILL")
          await comesTo({ http: 200, status: "degraded", ...incomplete })
          await comesTo({ http: 503, status: "unavailable", ...incomplete })
          const { port } = new URL(server.baseUrl)
          const { stdout } = await fettle({ ...settings, PORT: port }, "doctor")
          expect(stdout).toMatch(/^warn {2}port .* not ready: 2 of 3 workers serve, .* The server's log/m)
        }
        await comesTo(complete)
      },
      SLOW
    )

    test(
      "Ctrl-C, which reaches every process of a terminal, interrupts no request",
      async () => {
        const server = await serve(settings, "--workers", "2")
        const workers = workersOf(server.child.pid)
        const finish = await unfinishedWrite(server, token())
        for (const pid of [...workers, server.child.pid]) process.kill(pid, "SIGINT")
        await Bun.sleep(300)
        expect(await finish()).toStartWith("HTTP/1.1 200")
        expect(await server.child.exited).toBe(0)
        expect(workers.filter(isRunning)).toEqual([])
      },
      SLOW
    )

    test(
      "Ctrl-C interrupts no request even if the supervisor stops the workers before it reaches them",
      async () => {
        const server = await serve(settings, "--workers", "2")
        const workers = workersOf(server.child.pid)
        const finish = await unfinishedWrite(server, token())
        process.kill(server.child.pid, "SIGINT")
        await Bun.sleep(200)
        for (const pid of workers) process.kill(pid, "SIGINT")
        await Bun.sleep(300)
        expect(await finish()).toStartWith("HTTP/1.1 200")
        expect(await server.child.exited).toBe(0)
        expect(workers.filter(isRunning)).toEqual([])
      },
      SLOW
    )

    test(
      "workers whose supervisor is killed finish their requests and end",
      async () => {
        const server = await serve(settings, "--workers", "2")
        const workers = workersOf(server.child.pid)
        const finish = await unfinishedWrite(server, token())
        server.child.kill("SIGKILL")
        await server.child.exited
        await Bun.sleep(300)
        expect(await finish()).toStartWith("HTTP/1.1 200")
        await until(() => !workers.some(isRunning))
      },
      SLOW
    )

    test(
      "a revoked token, a changed plan and a changed timezone apply on every worker within a second",
      async () => {
        const server = await serve(settings, "--workers", String(WORKERS))
        /** Changes something about the person, and waits as long as a worker may use its cached account. */
        const change = async <A, E>(
          how: (accounts: Context.Tag.Service<AccountStore>, id: UserId) => Effect.Effect<A, E>
        ) => {
          if (database === undefined || person === undefined) throw new Error("The database is missing")
          const { id } = person
          await database.run(Effect.flatMap(AccountStore, (accounts) => how(accounts, id)))
          await Bun.sleep(1000)
        }
        const set = (changes: Partial<User>) =>
          change((accounts, id) =>
            Effect.flatMap(accounts.findUser(id), (user) => accounts.saveUser({ ...user, ...changes }))
          )
        expect(await answers(server, token())).toEqual(["200 UTC"])
        await set({ timezone: Timezone.make("Asia/Tokyo") })
        expect(await answers(server, token())).toEqual(["200 Asia/Tokyo"])
        await set({ plan: "free" })
        expect(await answers(server, token())).toEqual(["403 subscription_required"])
        await set({ plan: "paid" })
        expect(await answers(server, token())).toEqual(["200 Asia/Tokyo"])
        await change((accounts, id) =>
          Effect.flatMap(accounts.listTokens(id), (tokens) =>
            Effect.forEach(tokens, (token) => accounts.revokeToken(token.id, DateTime.unsafeNow()))
          )
        )
        expect(await answers(server, token())).toEqual(["401 unauthorized"])
      },
      SLOW
    )

    test(
      "a taken port is refused, even if other workers share it",
      async () => {
        const server = await serve(settings, "--workers", "2")
        const { port } = new URL(server.baseUrl)
        for (const workers of ["1", "2"]) {
          const { exitCode, stderr } = await fettle({ ...settings, PORT: port }, "serve", "--workers", workers)
          expect([exitCode, stderr]).toEqual([
            1,
            `fettle: PORT ${port} on 127.0.0.1 is taken by another program: stop that one, or set PORT to a free port`
          ])
        }
      },
      SLOW
    )

    test(
      "servers that start together on an empty database make one demo user and one catalogue",
      async () => {
        const url = await Effect.runPromise(Scope.extend(postgresDatabase, scope))
        const servers = await Promise.all([1, 2, 3].map(() => serve({ ...LIMITS, DATABASE_URL: url })))
        const tokens = servers.flatMap(({ token }) => (token === "" ? [] : [token]))
        expect(tokens).toHaveLength(1)
        for (const server of servers) expect(await answers(server, tokens[0] ?? "")).toEqual(["200 UTC"])
        expect(
          await query(
            url,
            `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM tokens) AS tokens,
             (SELECT count(*)::int FROM foods) AS foods, (SELECT foods FROM food_words WHERE word = 'yogurt') AS yogurts`
          )
        ).toEqual([{ users: 1, tokens: 1, ...(await query(settings.DATABASE_URL ?? "", CATALOGUE))[0] }])
      },
      SLOW
    )
  })
}

const CATALOGUE = `
  SELECT (SELECT count(*)::int FROM foods) AS foods, (SELECT foods FROM food_words WHERE word = 'yogurt') AS yogurts`

describe("fettle serve --workers", () => {
  test("is refused on the embedded database", async () => {
    const { exitCode, stdout, stderr } = await fettle({ DATA_DIR: "/nonexistent" }, "serve", "--workers", "2")
    expect([exitCode, stdout]).toEqual([1, ""])
    expect(stderr).toBe(
      "fettle: --workers: the embedded database serves one process. Set DATABASE_URL to a PostgreSQL server, or leave --workers out"
    )
  })

  test.each(["0", "257", "many"])("%s: is wrong usage", async (workers) => {
    const { exitCode, stdout, stderr } = await fettle({ DATA_DIR: "/nonexistent" }, "serve", "--workers", workers)
    expect([exitCode, stdout]).toEqual([2, ""])
    expect(stderr).toContain("must be a whole number from 1 to 256, or auto")
  })
})
