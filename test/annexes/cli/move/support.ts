import { afterAll } from "bun:test"
import { Effect, Exit, Layer, Scope } from "effect"
import pg from "pg"
import { databaseOf } from "../../../../src/annexes/cli/move/database.ts"
import { move } from "../../../../src/annexes/cli/move/move.ts"
import type { Report } from "../../../../src/annexes/cli/move/progress.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import * as Embedded from "../../../../src/platform/database/embedded.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { makeService, type Service } from "../../../support/app.ts"
import { migrated } from "../../../support/stores.ts"

/** A database: the URL of one on PostgreSQL, or the folder of an embedded one. */
export type Place = string

const isUrl = (place: Place) => place.startsWith("postgres")

const serverClient = (place: Place) =>
  isUrl(place) ? Client.external(serversAt(place), 4, 2000) : Embedded.forServer(place)

/** Runs work with the service on a database, then stops it. */
export const using = async <A>(place: Place, work: (service: Service) => Promise<A>): Promise<A> => {
  const service = await makeService(migrated(serverClient(place)))
  try {
    return await work(service)
  } finally {
    await service.stop()
  }
}

/** For a test file: makes a resource that lasts until the file's tests have ended. */
export const maker = () => {
  const scope = Effect.runSync(Scope.make())
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return <A, E>(resource: Effect.Effect<A, E, Scope.Scope>): Promise<A> =>
    Effect.runPromise(Scope.extend(resource, scope))
}

const open = (place: Place) =>
  Effect.map(
    Layer.build(isUrl(place) ? Client.external(serversAt(place), 1, 0) : Embedded.forMove(place)),
    (services) => databaseOf(isUrl(place) ? "the server" : "the folder", services)
  )

/** Moves everything from one database to another. `report` may interrupt the move. */
export const moveBetween = (from: Place, to: Place, report: Report = () => Effect.void) =>
  Effect.gen(function* () {
    return yield* move(yield* open(from), yield* open(to), report)
  }).pipe(Effect.scoped)

/** The message with which a move is refused. */
export const refusalOf = (from: Place, to: Place, report?: Report): Promise<string> =>
  Effect.runPromise(
    moveBetween(from, to, report).pipe(
      Effect.flip,
      Effect.map(({ message }) => message)
    )
  )

/** Runs statements on PostgreSQL, without Fettle. */
export const onServer = async <Row extends object>(url: string, ...statements: ReadonlyArray<string>) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: ReadonlyArray<Row> = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
