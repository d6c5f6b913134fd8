import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Exit, Scope } from "effect"
import pg from "pg"
import * as Client from "../../src/platform/database/client.ts"
import { LOCK_MILLIS, STATEMENT_MILLIS } from "../../src/platform/database/session.ts"
import { serversAt } from "../../src/values/database-url.ts"
import { failure, makeService, newPerson, type Person, type Service } from "../support/app.ts"
import { filledDatabase, hasPostgres, migrated } from "../support/stores.ts"

const WATER = { name: "Water", type: "numeric", metric: "hydration", targetValue: 2000, comparison: "min" }
const EGG = { foodId: "food_sr28_01123", servings: 1, mealType: "lunch" }
const FOOD = { name: "Soup", servingSize: 100, servingSizeUnit: "g", protein: 1, carbs: 2, fat: 3 }

if (hasPostgres) {
  describe("a change that lost against others is repeated within its call", () => {
    const scope = Effect.runSync(Scope.make())
    let service: Service
    let operator: pg.Client
    let url: string
    beforeAll(async () => {
      url = await Effect.runPromise(Scope.extend(filledDatabase, scope))
      service = await makeService(migrated(Client.external(serversAt(url), 8, STATEMENT_MILLIS)))
      operator = new pg.Client({ connectionString: url })
      await operator.connect()
    }, 60_000)
    afterAll(async () => {
      await service.stop()
      await operator.end()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    /** Locks the user's row for this many milliseconds while `work` runs, as a change in progress does. */
    const whileLocked = async <A>({ id }: Person, millis: number, work: () => Promise<A>): Promise<A> => {
      const holder = new pg.Client({ connectionString: url })
      await holder.connect()
      await holder.query("BEGIN")
      await holder.query("SELECT 1 FROM users WHERE user_id = $1 FOR UPDATE", [id])
      const working = work()
      await Bun.sleep(millis)
      await holder.end()
      return working
    }

    test.concurrent.each([
      ["set_body_metrics", { metric: "steps", readings: [{ value: 1 }] }, "body_metrics"],
      ["log_food_entry", { ...EGG, idempotency_key: "egg" }, "diary_entries"],
      ["save_custom_food", { ...FOOD, idempotency_key: "soup" }, "custom_foods"],
      ["save_goal", WATER, "goals"]
    ])("%s waits for a user whose row is locked three times as long as a lock may take", async (name, input, table) => {
      const person = await newPerson(service, { ownLimits: { writesBurst: 1, writesPerMinute: 0 } })
      const outcome = await whileLocked(person, 3 * LOCK_MILLIS, () => person.rest(name, input))
      expect(outcome).toMatchObject({ ok: true })
      const { rows } = await operator.query(`SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`, [person.id])
      expect(rows).toEqual([{ n: 1 }])
      expect((await failure(person.rest(name, input))).code).toBe("rate_limited")
    })

    /** Sends a device's records: the steps of a day. */
    const arrive = ({ token }: Person) => {
      const total = { date: "2026-03-13", steps: 9120 }
      const head = { timestamp: "2026-03-14T11:00:00Z", app_version: "1", source: "health_connect" }
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
      const body = JSON.stringify({ ...head, daily_totals: [total] })
      return service.fetch("/ingest", { method: "POST", headers, body })
    }

    /** The first row of a table takes longer than a statement may. It is written twice, then. */
    const whileSlow = async (table: string, arriving: () => Promise<void>) => {
      await operator.query(`
        CREATE SEQUENCE arrivals;
        CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('arrivals') = 1 THEN
            PERFORM pg_sleep(${(2 * STATEMENT_MILLIS) / 1000});
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER dawdle BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION dawdle()`)
      try {
        await arriving()
        expect((await operator.query("SELECT last_value::int AS n FROM arrivals")).rows).toEqual([{ n: 2 }])
      } finally {
        await operator.query("DROP FUNCTION dawdle CASCADE; DROP SEQUENCE arrivals")
      }
    }

    test.each(["arrival_limits", "rate_limits", "device_records"])(
      "a device's records are accepted again if the database was too slow over %s",
      async (table) => {
        const person = await newPerson(service)
        await whileSlow(table, async () => {
          const answer = await arrive(person)
          expect([answer.status, await answer.json()]).toMatchObject([200, { new: 1 }])
        })
      }
    )

    test("a device's table is written again if the database was too slow, and its rows count once", async () => {
      const { token } = await newPerson(service)
      await whileSlow("body_metrics", async () => {
        const headers = { authorization: `Bearer ${token}`, "content-type": "text/csv" }
        const body = "date,metric,value,unit\n2026-03-13,weight,80,kg\n2026-03-13,steps,many,steps\n"
        const answer = await service.fetch("/ingest", { method: "POST", headers, body })
        expect([answer.status, await answer.json()]).toMatchObject([200, { new: 1, leftOut: [{}] }])
      })
    })

    test.concurrent("a device's records wait as long", async () => {
      const person = await newPerson(service)
      const answer = await whileLocked(person, 3 * LOCK_MILLIS, () => arrive(person))
      expect([answer.status, await answer.json()]).toMatchObject([200, { new: 1 }])
    })

    test.concurrent("until the deadline of the call, and never take effect afterwards", async () => {
      const person = await newPerson(service)
      const start = performance.now()
      let took = 0
      const outcome = await whileLocked(person, 2 * STATEMENT_MILLIS, async () => {
        const outcome = await person.rest("save_goal", WATER)
        took = performance.now() - start
        return outcome
      })
      expect(outcome).toMatchObject({ ok: false, error: { code: "internal_error" } })
      expect(took).toBeGreaterThan(STATEMENT_MILLIS - LOCK_MILLIS)
      expect(took).toBeLessThan(2 * STATEMENT_MILLIS)
      expect(await person.rest("list_goals")).toMatchObject({ ok: true, output: { goals: [] } })
    })

    test.each([
      ["55P03", "lock_not_available", true],
      ["40001", "serialization_failure", true],
      ["40P01", "deadlock_detected", true],
      ["53100", "disk_full", false]
    ])("after %s (%s): %p", async (state, _name, isRepeated) => {
      const person = await newPerson(service)
      // A sequence keeps its value when a transaction is rolled back.
      await operator.query(`
        CREATE SEQUENCE attempts;
        CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF nextval('attempts') < 4 THEN
            RAISE EXCEPTION 'lost' USING ERRCODE = '${state}';
          END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER lose BEFORE INSERT ON body_metrics FOR EACH ROW EXECUTE FUNCTION lose()`)
      const { ok } = await person.rest("set_body_metrics", { metric: "steps", readings: [{ value: 1 }] })
      const { rows } = await operator.query("SELECT last_value::int AS attempts FROM attempts")
      await operator.query("DROP TRIGGER lose ON body_metrics; DROP FUNCTION lose; DROP SEQUENCE attempts")
      expect(ok).toBe(isRepeated)
      if (isRepeated) expect(rows).toEqual([{ attempts: 4 }])
      else expect(rows[0].attempts).toBeLessThan(3)
    })
  })
}
