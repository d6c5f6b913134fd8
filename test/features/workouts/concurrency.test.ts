import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Deferred, Effect, Exit, Scope } from "effect"
import pg from "pg"
import * as Client from "../../../src/platform/database/client.ts"
import { Transactions } from "../../../src/platform/database/transactions.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { makeService, type Outcome, output, overEveryStore, type Person, type Service } from "../../support/app.ts"
import { filledDatabase, hasPostgres, migrated } from "../../support/stores.ts"
import { type Detail, get, log } from "./support.ts"

const content = (name: string, reps: number, exercises: number) => ({
  name,
  notes: name,
  exercises: Array.from({ length: exercises }, () => ({
    exerciseId: "exr_push_up",
    sets: Array(exercises).fill({ reps })
  }))
})

/** A workout comes from a single replacement if all of its parts do. */
const isWhole = ({ name, notes, exercises }: Detail, given: ReturnType<typeof content>): boolean =>
  name === given.name &&
  notes === given.notes &&
  exercises.length === given.exercises.length &&
  exercises.every(
    ({ sets }, at) =>
      sets.length === given.exercises[at]?.sets.length &&
      sets.every(({ reps }) => reps === given.exercises[at]?.sets[0].reps)
  )

const codeOf = (outcome: Outcome): string => (outcome.ok ? "done" : outcome.error.code)

const A = content("A", 1, 3)
const B = content("B", 2, 5)

/** Two replacements and a deletion of one workout at once: the outcome of each, and the final state. */
const collide = async ([one, two, three]: readonly [Person, Person, Person]) => {
  const { id } = await log(one.rest, content("before", 0, 1))
  const [a, b, gone] = await Promise.all([
    one.rest("replace_workout", { id, ...A }),
    two.mcp("replace_workout", { id, ...B }),
    three.rest("delete_workout", { id })
  ])
  const left = await one.rest("get_workout", { id })
  return { a, b, gone, left }
}

const expectOneWhole = ({ a, b, gone, left }: Awaited<ReturnType<typeof collide>>) => {
  const codes = [a, b, gone].map(codeOf)
  expect(codes).toContain("done")
  for (const code of codes) expect(["done", "conflict", "not_found"]).toContain(code)
  if (gone.ok) expect(codeOf(left)).toBe("not_found")
  else {
    if (!left.ok) throw new Error("The workout is lost")
    const detail = left.output as Detail
    expect((a.ok && isWhole(detail, A)) || (b.ok && isWhole(detail, B))).toBe(true)
  }
  return codes
}

overEveryStore("changes of one workout at the same moment", (service) => {
  test("one wins completely, and the others conflict", async () => {
    const person = await service().person()
    for (let round = 0; round < 25; round++) expectOneWhole(await collide([person, person, person]))
  }, 60_000)

  test("changes of different workouts do not disturb each other", async () => {
    const { rest } = await service().person()
    const logged = await Promise.all(Array.from({ length: 8 }, () => log(rest)))
    const outcomes = await Promise.all(logged.map(({ id }) => rest("replace_workout", { id, ...A })))
    expect(outcomes.map(codeOf)).toEqual(Array(8).fill("done"))
  })
})

describe.if(hasPostgres)("changes of one workout from two processes on one PostgreSQL", () => {
  let scope: Scope.CloseableScope
  let services: ReadonlyArray<Service>
  let first: Service
  let db: pg.Client
  beforeAll(async () => {
    scope = await Effect.runPromise(Scope.make())
    const url = await Effect.runPromise(Scope.extend(filledDatabase, scope))
    first = await makeService(migrated(Client.external(serversAt(url), 8, 2000)))
    services = [first, await makeService(migrated(Client.external(serversAt(url), 8, 2000)))]
    db = new pg.Client({ connectionString: url })
    await db.connect()
  }, 60_000)
  afterAll(async () => {
    await db.end()
    for (const service of services) await service.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  /** The same person, through each process. */
  const everywhere = async () => {
    const person = await first.person()
    return services.map(({ rest, mcp }) => ({ ...person, rest: rest(person.token), mcp: mcp(person.token) })) as [
      Person,
      Person
    ]
  }

  /** Blocks every other change of the person's data until it is released. */
  const hold = async ({ id }: Person) => {
    const [holding, released] = await Effect.runPromise(Effect.all([Deferred.make<void>(), Deferred.make<void>()]))
    const change = Effect.zipRight(Deferred.succeed(holding, undefined), Deferred.await(released))
    const done = first.run(Effect.flatMap(Transactions, (transactions) => transactions.change(id, change)))
    await Effect.runPromise(Deferred.await(holding))
    return async () => {
      await Effect.runPromise(Deferred.succeed(released, undefined))
      await done
    }
  }

  /** Resolves once `count` sessions of the database wait for a lock. */
  const waiting = async (count: number) => {
    for (;;) {
      const { rows } = await db.query(
        "SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      )
      if (rows[0].waiting >= count) return
      await Bun.sleep(5)
    }
  }

  test("one wins completely in every round, and conflicts do happen", async () => {
    const [here, there] = await everywhere()
    const codes: Array<string> = []
    for (let round = 0; round < 40; round++) codes.push(...expectOneWhole(await collide([here, there, here])))
    expect(codes).toContain("conflict")
    expect(codes).toContain("done")
  }, 60_000)

  test("of overlapping changes, exactly one succeeds, however many there are", async () => {
    const [here, there] = await everywhere()
    const { id } = await log(here.rest)
    const release = await hold(here)
    const changes = [here, there, here, there].map((person, n) =>
      person.rest("replace_workout", { id, ...content(`change ${n}`, n, n + 1) })
    )
    await waiting(4)
    await release()
    const outcomes = await Promise.all(changes)
    expect(outcomes.map(codeOf).toSorted()).toEqual(["conflict", "conflict", "conflict", "done"])
    const winner = outcomes.findIndex(({ ok }) => ok)
    expect(isWhole(await get(there.rest, id), content(`change ${winner}`, winner, winner + 1))).toBe(true)
    await output(there.rest("replace_workout", { id, ...A }))
  })

  test("a deletion that comes first makes the later change not_found; one that comes too late conflicts", async () => {
    const [here, there] = await everywhere()
    for (const order of ["delete first", "replace first"]) {
      const { id } = await log(here.rest)
      const release = await hold(here)
      const replace = () => there.rest("replace_workout", { id, ...A })
      const remove = () => here.rest("delete_workout", { id })
      const [earlier, later] = order === "delete first" ? [remove, replace] : [replace, remove]
      const one = earlier()
      await waiting(1)
      const two = later()
      await waiting(2)
      await release()
      expect([await one, await two].map(codeOf)).toEqual(["done", order === "delete first" ? "not_found" : "conflict"])
    }
  })
})
