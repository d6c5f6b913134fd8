import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { $ } from "bun"
import { Effect, Exit, Scope } from "effect"
import * as Client from "../../../src/platform/database/client.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { newFood } from "../../features/custom-foods/support.ts"
import { makeService, newPerson, output, type Person, type Service } from "../../support/app.ts"
import { asCluster, citusNodes, citusUrl, emptyDatabases } from "../../support/citus.ts"
import { onServer } from "../../support/databases.ts"
import { migrated } from "../../support/stores.ts"

const serviceAt = (url: string) => makeService(migrated(Client.external(serversAt(url), 4, 2000)))

const FUNCTIONS = `
  SELECT proname || '(' || pg_get_function_identity_arguments(oid) || ')' AS name FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace ORDER BY name`

if (citusNodes.length > 0) {
  describe("a database in use, restored from a dump, that becomes a Citus cluster", () => {
    const scope = Effect.runSync(Scope.make())
    let name: string
    let person: Person
    let before: unknown
    let service: Service

    const seenBy = ({ rest }: Person) =>
      Promise.all(["list_food_entries", "get_daily_goals"].map((each) => output(rest(each))))

    const logLunch = async ({ rest }: Person) =>
      output(
        rest("log_food_entry", {
          customFoodId: await newFood(rest),
          servings: 1,
          mealType: "lunch",
          idempotency_key: "a"
        })
      )

    beforeAll(async () => {
      const first = await Effect.runPromise(Scope.extend(emptyDatabases, scope))
      const single = await serviceAt(citusUrl(first, 0))
      person = await newPerson(single)
      await logLunch(person)
      before = await seenBy(person)
      await single.stop()
      // A dump creates tables and functions in the order of their names.
      name = await Effect.runPromise(Scope.extend(emptyDatabases, scope))
      await $`pg_dump ${citusUrl(first, 0)} | psql ${citusUrl(name, 0)} --set ON_ERROR_STOP=1`.quiet()
      await asCluster(name)
      // The coordinator migrates; the service used afterwards is connected to a worker.
      await (await serviceAt(citusUrl(name, 0))).stop()
      service = await serviceAt(citusUrl(name, 1))
    }, 60_000)
    afterAll(async () => {
      await service?.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    test("every node has every function", async () => {
      const [coordinator, ...workers] = await Promise.all(
        citusNodes.map((_, node) => onServer(citusUrl(name, node), FUNCTIONS))
      )
      expect(coordinator?.length).toBeGreaterThan(50)
      for (const worker of workers) expect(worker).toEqual(coordinator ?? [])
    })

    test("users see what they saw before, and continue, even if they are connected to a worker", async () => {
      const there = { ...person, rest: service.rest(person.token) }
      expect<unknown>(await seenBy(there)).toEqual(before)
      for (const [query, searchedFor] of [
        ["bannana", "banana"],
        ["chocalete", "chocolate"]
      ]) {
        expect(await output(there.rest("search_foods", { query }))).toMatchObject({ searchedFor })
      }
      for (let users = 0; users < 6; users++) await logLunch(await newPerson(service))
    })
  })
}
