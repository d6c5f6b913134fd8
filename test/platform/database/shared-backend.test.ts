import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { connect } from "node:net"
import { SqlClient } from "@effect/sql"
import { PGlite } from "@electric-sql/pglite"
import { Effect, Exit, Layer, Scope } from "effect"
import pg from "pg"
import * as Client from "../../../src/platform/database/client.ts"
import { PUBLIC_PORT, socketPath } from "../../../src/platform/database/data-folder.ts"
import { shareBackend } from "../../../src/platform/database/shared-backend.ts"
import { query, SYNC } from "../../../src/platform/database/wire.ts"
import { until } from "../../support/process.ts"
import { folder } from "../../support/stores.ts"

const MOST_CLIENTS = 6

const scope = Effect.runSync(Scope.make())
let host: string
let ends = 0

beforeAll(async () => {
  host = await Effect.runPromise(Scope.extend(folder, scope))
  const db = await PGlite.create()
  await db.exec("CREATE TABLE notes (text text)")
  const listener = await shareBackend(db, socketPath(host, PUBLIC_PORT), MOST_CLIENTS, () => ends++)
  await Effect.runPromise(
    Scope.addFinalizer(
      scope,
      Effect.promise(() => listener.stop().then(() => db.close()))
    )
  )
}, 60_000)

afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  expect(ends).toBe(0)
})

const clientNow = async (): Promise<pg.Client> => {
  const client = new pg.Client({ host, port: PUBLIC_PORT, user: "postgres", database: "postgres" })
  await client.connect()
  return client
}

/** Runs with this many clients, and disconnects them afterwards. */
const withClients = async (count: number, use: (...clients: ReadonlyArray<pg.Client>) => Promise<void>) => {
  const clients = await Promise.all(Array.from({ length: count }, clientNow))
  try {
    await use(...clients)
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/** The service's own client. */
const asService = <A, E>(use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, use).pipe(
      Effect.provide(Layer.orDie(Client.socketClient(host, PUBLIC_PORT))),
      Effect.scoped
    )
  )

const START = Buffer.from("\0\0\0\x17\0\x03\0\0user\0postgres\0\0", "latin1")

const parse = (text: string): Buffer => {
  const body = Buffer.from(`\0${text}\0\0\0`)
  const bytes = Buffer.concat([Buffer.from("P\0\0\0\0"), body])
  bytes.writeUInt32BE(body.length + 4, 1)
  return bytes
}

/** A client that can send any bytes, shows what it received, and can end its connection abruptly. */
const sending = async () => {
  const socket = connect(socketPath(host, PUBLIC_PORT))
  let received = ""
  let isClosed = false
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1")
  })
  socket.on("close", () => {
    isClosed = true
  })
  socket.on("error", () => {})
  const send = (bytes: Uint8Array) => new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  await send(START)
  await until(async () => received.includes("Z"))
  return { send, received: () => received, isClosed: () => isClosed, leave: () => socket.destroy() }
}

describe("clients of one backend", () => {
  test("get the answers to their own statements, however large", () =>
    withClients(3, async (...clients) => {
      const sizes = [1_000_000, 10, 200_000]
      const asked = clients.map(async (client, number) => {
        for (let index = 0; index < 40; index++) {
          const text = String(number).repeat(sizes[number] ?? 1)
          const { rows } = await client.query(
            `SELECT ${number} AS number, $1::int AS index, length($2::text) AS length`,
            [index, text]
          )
          expect(rows).toEqual([{ number, index, length: text.length }])
        }
      })
      await Promise.all(asked)
    }))

  test("have separate prepared statements, which end with them", async () => {
    await withClients(2, async (one, other) => {
      const asked = (client: pg.Client | undefined, text: string) => client?.query({ name: "same", text, values: [1] })
      for (let index = 0; index < 3; index++) {
        expect((await asked(one, "SELECT $1::int AS a"))?.rows).toEqual([{ a: 1 }])
        expect((await asked(other, "SELECT $1::int + 1 AS b"))?.rows).toEqual([{ b: 2 }])
      }
      expect((await one?.query("SELECT FROM pg_prepared_statements"))?.rowCount).toBe(2)
    })
    await withClients(1, async (client) => {
      await until(async () => (await client?.query("SELECT FROM pg_prepared_statements"))?.rowCount === 0)
    })
  })

  test("wait until another's transaction has ended", () =>
    withClients(2, async (one, other) => {
      await one?.query("BEGIN")
      await one?.query("INSERT INTO notes VALUES ('kept')")
      const seen = other?.query("SELECT text FROM notes")
      const entered = other?.query("ROLLBACK")
      await one?.query("COMMIT")
      expect((await seen)?.rows).toEqual([{ text: "kept" }])
      await entered
      expect((await one?.query("SELECT text FROM notes"))?.rows).toEqual([{ text: "kept" }])
    }))

  test("are not blocked by one that leaves within a transaction, which is rolled back", () =>
    withClients(1, async (other) => {
      const client = await sending()
      await client.send(query("BEGIN; INSERT INTO notes VALUES ('lost')"))
      await until(async () => client.received().includes("INSERT 0 1"))
      const asked = other?.query("SELECT FROM notes WHERE text = 'lost'")
      client.leave()
      expect((await asked)?.rowCount).toBe(0)
    }))

  test.each([
    ["before it ends a message", [query("SELECT 1").subarray(0, 9)]],
    ["before it ends a unit", [parse("SELECT 1")]],
    ["after an error within a unit", [parse("SELECT nothing"), Buffer.from("H\0\0\0\x04", "latin1")]],
    ["within a unit whose answers it asked for", [parse("SELECT 1"), Buffer.from("H\0\0\0\x04", "latin1")]]
  ])("are not blocked by one that leaves %s", (_, parts) =>
    withClients(1, async (other) => {
      const client = await sending()
      await client.send(Buffer.concat(parts))
      const asked = other?.query("SELECT $1::int AS a", [7])
      await Bun.sleep(50)
      client.leave()
      expect((await asked)?.rows).toEqual([{ a: 7 }])
    })
  )

  test("can continue a unit after they asked for its first answers, and no other client comes between", () =>
    withClients(1, async (other) => {
      const client = await sending()
      const before = client.received().length
      await client.send(Buffer.concat([parse("SELECT 'mine'"), Buffer.from("H\0\0\0\x04", "latin1")]))
      await until(async () => client.received().length > before)
      const asked = other?.query("SELECT $1::text AS a", ["yours"])
      const bindAndExecute = Buffer.from("B\0\0\0\x0c\0\0\0\0\0\0\0\0E\0\0\0\x09\0\0\0\0\0", "latin1")
      await client.send(Buffer.concat([bindAndExecute, SYNC]))
      await until(async () => client.received().includes("mine"))
      expect((await asked)?.rows).toEqual([{ a: "yours" }])
      client.leave()
    }))

  test("keep no settings of a client that has left", async () => {
    await withClients(1, async (one) => {
      await one?.query("SELECT set_config('search_path', '', false)")
      await one?.query("SET timezone = 'Asia/Tokyo'")
    })
    await withClients(1, async (other) => {
      const settings = "SELECT current_setting('search_path') AS path, current_setting('timezone') AS timezone"
      await until(async () => (await other?.query(settings))?.rows[0].path === "public")
      expect((await other?.query(settings))?.rows[0].timezone).not.toBe("Asia/Tokyo")
    })
  })

  test("are told that they cannot copy rows in, which would end the backend", () =>
    withClients(1, async (client) => {
      for (const text of ["COPY notes FROM STDIN", "BEGIN; copy notes (text)\nfrom stdin WITH CSV; COMMIT"]) {
        await expect(client?.query(text)).rejects.toThrow("cannot COPY FROM STDIN")
      }
      expect((await client?.query("SELECT 1 AS a"))?.rows).toEqual([{ a: 1 }])
    }))

  test.each([
    ["HTTP", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
    ["an unknown type", Buffer.from("z\0\0\0\x04", "latin1")],
    ["a password that nobody asked for", Buffer.from("p\0\0\0\x05\0", "latin1")]
  ])("are not ended by one that sends %s, which is refused", (_, bytes) =>
    withClients(1, async (other) => {
      const client = await sending()
      await client.send(bytes)
      await until(async () => client.isClosed())
      expect(client.received()).toContain("08P01")
      expect((await other?.query("SELECT 1 AS a"))?.rows).toEqual([{ a: 1 }])
    })
  )

  test("are refused if there are too many", () =>
    withClients(MOST_CLIENTS, async (client) => {
      await expect(clientNow()).rejects.toThrow("too many clients")
      expect((await client?.query("SELECT 1 AS a"))?.rows).toEqual([{ a: 1 }])
    }))
})

describe("the service beside another client", () => {
  const DISCARDS = ["DISCARD ALL", "DEALLOCATE ALL"]

  test.each(DISCARDS)("continues after the client's %s", (discard) =>
    withClients(1, (client) =>
      asService((sql) =>
        Effect.gen(function* () {
          const asked = (value: number) => sql`SELECT ${value}::int AS value`
          expect(yield* asked(1)).toEqual([{ value: 1 }])
          yield* Effect.promise(async () => client?.query(discard))
          expect(yield* asked(2)).toEqual([{ value: 2 }])
          expect(yield* asked(3)).toEqual([{ value: 3 }])
        })
      )
    )
  )

  test.each(DISCARDS)("runs no statement of a transaction outside it after a %s", (discard) =>
    withClients(1, (client) =>
      asService((sql) =>
        Effect.gen(function* () {
          const add = sql`INSERT INTO notes VALUES (${"half"})`
          yield* sql.withTransaction(add)
          yield* Effect.promise(async () => client?.query(discard))
          const failed = yield* Effect.exit(sql.withTransaction(Effect.zipRight(add, add)))
          expect(String(failed)).toContain("was lost within a transaction")
          yield* sql.withTransaction(add)
          expect(yield* sql`DELETE FROM notes WHERE text = ${"half"} RETURNING text`).toHaveLength(2)
        })
      )
    )
  )
})

test("a backend that ended by itself is reported", async () => {
  const path = socketPath(host, PUBLIC_PORT + 1)
  let isReported = false
  const broken = {
    execProtocolRawStream: () => Promise.reject(new Error("exit")),
    isInTransaction: () => false
  }
  const listener = await shareBackend(broken, path, 1, () => {
    isReported = true
  })
  const socket = connect(path)
  socket.write(START)
  await until(async () => isReported)
  socket.destroy()
  await listener.stop()
})
