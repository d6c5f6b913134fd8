import { expect, test } from "bun:test"
import { Effect, Exit, Option, Scope } from "effect"
import { databaseChecks } from "../../src/annexes/cli/doctor/database.ts"
import { AppConfig } from "../../src/config.ts"
import * as Client from "../../src/platform/database/client.ts"
import { serversAt } from "../../src/values/database-url.ts"
import {
  changeOwnExercises,
  lookAtPages,
  restoreAndUndo,
  useDevice,
  useWebhook
} from "../every-operation/beside-operations.ts"
import { callAll, saveBreakfast } from "../every-operation/scenarios.ts"
import { failure, makeService, newPerson, output, type Person, type Service, settings } from "../support/app.ts"
import { citusNodes, citusUrl } from "../support/citus.ts"
import { onServer } from "../support/databases.ts"
import { filledCitus, migrated } from "../support/stores.ts"
import { startProxy } from "./proxy.ts"

const PATIENCE = 3_000

/** A database on the cluster whose other nodes reach the node `gone` through a proxy. */
const behindProxy = async (scope: Scope.Scope, gone: number) => {
  const name = await Effect.runPromise(Scope.extend(filledCitus, scope))
  const proxy = await startProxy(citusUrl(name, gone))
  const [port, through] = [citusUrl(name, gone), proxy.url].map((url) => new URL(url).port)
  for (const [node] of citusNodes.entries()) {
    await onServer(
      citusUrl(name, node),
      `UPDATE pg_dist_node SET nodename = '127.0.0.1', nodeport = ${through} WHERE nodeport = ${port}`
    )
  }
  return { name, proxy, address: `127.0.0.1:${through}` }
}

/** New users, at least `count` of them on the node at `address`, and `count` on others. */
const peopleOf = async (service: Service, coordinator: string, address: string, count: number) => {
  const there: Array<Person> = []
  const elsewhere: Array<Person> = []
  while (there.length < count || elsewhere.length < count) {
    const person = await newPerson(service)
    const [shard] = await onServer(
      coordinator,
      `SELECT nodename || ':' || nodeport AS node FROM citus_shards
       WHERE shardid = get_shard_id_for_distribution_column('users', '${person.id}')`
    )
    ;(shard?.node === address ? there : elsewhere).push(person)
  }
  return { there, elsewhere }
}

/** The service at one node, while another node refuses connections, and while that node is silent. */
const whileGone = async (
  [at, gone]: readonly [at: number, gone: number],
  count: number,
  check: (place: {
    readonly service: Service
    readonly people: Awaited<ReturnType<typeof peopleOf>>
    readonly address: string
    readonly nodes: () => Promise<string | undefined>
    readonly isBack: boolean
  }) => Promise<void>
) => {
  const scope = Effect.runSync(Scope.make())
  const { name, proxy, address } = await behindProxy(scope, gone)
  const databaseUrl = serversAt(citusUrl(name, at))
  const service = await makeService(migrated(Client.external(databaseUrl, 8, 2000)))
  const config = { ...settings, databaseUrl: Option.some(databaseUrl) }
  const nodes = async () =>
    (await Effect.runPromise(Effect.provideService(databaseChecks, AppConfig, config))).find(
      ({ name }) => name === "nodes"
    )?.message
  try {
    const people = await peopleOf(service, citusUrl(name, 0), address, count)
    for (const mode of ["refusing", "silent"] as const) {
      await proxy.turn(mode)
      await check({ service, people, address, nodes, isBack: false })
      await proxy.turn("passing")
      await check({ service, people, address, nodes, isBack: true })
    }
  } finally {
    await service.stop()
    await proxy[Symbol.asyncDispose]()
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
}

const readiness = async (service: Service) => {
  const response = await service.fetch("/ready")
  return [response.status, JSON.parse(await response.text()).status]
}

/** Everything that a person does, including restoring their archive for another person. */
const useEverything = async (service: Service, person: Person, other: Person) => {
  await callAll(person.rest, await service.run(saveBreakfast(person.id)))
  await lookAtPages(service, person)
  await service.run(changeOwnExercises(person))
  await restoreAndUndo(service, person, other)
  await useDevice(service, person)
  await service.run(useWebhook(person))
}

if (citusNodes.length > 2) {
  test("while a node is down, users elsewhere are served, those on it are refused in time, and doctor names it", async () => {
    await whileGone([0, 2], 4, async ({ service, people: { there, elsewhere }, address, nodes, isBack }) => {
      const [lost] = there
      if (lost === undefined) throw new Error("There is nobody on the node")
      if (isBack) {
        await output(lost.rest("set_body_metrics", { metric: "steps", readings: [{ value: 5000 }] }))
        expect([await readiness(service), await nodes()]).toEqual([[200, "ready"], undefined])
        return
      }
      const [person, other] = elsewhere.splice(0, 2)
      if (person === undefined || other === undefined) throw new Error("There is nobody on another node")
      const started = performance.now()
      expect(await failure(lost.rest("get_context"))).toMatchObject({
        code: "internal_error",
        requestId: expect.stringMatching(/^req_/)
      })
      expect(performance.now() - started).toBeLessThan(PATIENCE)
      await useEverything(service, person, other)
      expect(await readiness(service)).toEqual([200, "degraded"])
      expect(await nodes()).toContain(address)
    })
  }, 120_000)

  test("while the coordinator is down, users of a service at another node are served, and doctor names it", async () => {
    await whileGone([1, 0], 0, async ({ service, address, nodes, isBack }) => {
      const person = await newPerson(service)
      await useEverything(service, person, await newPerson(service))
      expect(await readiness(service)).toEqual([200, isBack ? "ready" : "degraded"])
      expect(await nodes()).toEqual(isBack ? undefined : expect.stringContaining(address))
    })
  }, 120_000)
}
