import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql"
import { DateTime, Effect, Option } from "effect"
import { PasskeyStore } from "../../../../src/annexes/identity/sign-in/passkey-store.ts"
import { createDevice, setDeviceSecret } from "../../../../src/annexes/imports/devices/devices.ts"
import { DeviceStore } from "../../../../src/annexes/imports/devices/store.ts"
import { addWebhook } from "../../../../src/annexes/webhooks/webhooks.ts"
import { SecretHash } from "../../../../src/values/secret-hash.ts"
import { makeBelongings, stateOf } from "../../../every-operation/scenarios.ts"
import { newFood } from "../../../features/custom-foods/support.ts"
import { newPerson, output, type Person, type Service } from "../../../support/app.ts"
import { connect, newCode } from "../../identity/oauth/support.ts"
import { archiveOf, withoutTime } from "../../imports/archives.ts"
import { eaten, exercise, importRows, reading, session, set } from "../../imports/support.ts"
import { routinesOf } from "../../page/features/routines/support.ts"
import { linkOf, signIn } from "../../page/support.ts"

/** Names that look like something else in lists, tables or statements. */
const ODD_NAMES = ["NULL", "null", '{"a",b}', "\\N \\. \\\\", "a\tb\nc", "', '", "ë 日本 🥑"]

const KEYED = { foodId: "food_sr28_01123", servings: 1.1, mealType: "lunch", idempotency_key: "before-the-move" }

/** Rows for the tables that only a browser or an unfinished import would fill. */
const addRest = (service: Service, { id }: Person) =>
  service.run(
    Effect.gen(function* () {
      const passkey = { userId: id, id: "passkey", name: "Phone", publicKey: "key", counter: 3, transports: ["usb"] }
      const now = yield* DateTime.now
      yield* (yield* PasskeyStore).add(
        { ...passkey, createdAt: now, lastUsedAt: null },
        { hash: SecretHash.make("0".repeat(64)), expiresAt: now }
      )
      const sql = Option.getOrThrow(yield* Effect.serviceOption(SqlClient.SqlClient))
      yield* sql`INSERT INTO food_imports VALUES ('off-tsv', 'dump.tsv', 123456789012, 0.1, 1000)`
      yield* sql`INSERT INTO food_lookups VALUES ('03017620422003', 'known', 0.1, 'Infinity')`
      yield* sql`INSERT INTO openid_identities VALUES ('hash', 'subject', ${id}, 'infinity', NULL)`
      yield* sql`INSERT INTO exercise_choices VALUES (${id}, 'hevy', 'bench', 'exr_barbell_bench_press')`
      yield* sql`INSERT INTO announced_goals VALUES (${id}, 'goal_done', '2026-01-01')`
      yield* sql`INSERT INTO oauth_requests VALUES ('hash', '/oauth/authorize?state=a', 'infinity')`
      yield* sql`INSERT INTO answered_challenges VALUES (${id}, 'of no end', 'infinity'), (${id}, 'of old', '0044-03-15 12:00:00.123456+00 BC')`
      yield* sql`INSERT INTO deleted_goals VALUES (${id}, 'goal_deleted', '2026-01-01', '{"name":"Walk"}', '[]', '[]')`
      yield* sql`INSERT INTO late_estimates
        SELECT user_id, workout_id, revision, 80.12345678901234, 400 FROM workouts WHERE user_id = ${id}`
      yield* sql`INSERT INTO goal_progress (user_id, goal_id, date, value)
        SELECT user_id, goal_id, '2020-01-01', 'Infinity' FROM goals WHERE user_id = ${id}`
    }).pipe(Effect.orDie)
  )

/** A device with rows in each of the devices' tables. */
const addDevice = (service: Service, { id }: Person) =>
  service.run(
    Effect.gen(function* () {
      const store = yield* DeviceStore
      const made = yield* createDevice(id, { app: "other", name: "Scale", environment: "test" })
      yield* setDeviceSecret(id, made.device.id, "quite secret")
      const record = { factKey: "", kind: "weight", date: null, sort: "", sequence: -1, statedAt: 0 } as const
      yield* store.keep(id, made.device.id, [{ ...record, key: "gone", digest: "", body: null, undone: false }])
      yield* store.takeArrival(id, { perMinute: 4, burst: 60, now: 1_000 })
    }).pipe(Effect.orDie)
  )

/** Fills every table. Returns what tests need to know about the user who owns the data. */
export const fillEverything = async (service: Service) => {
  const person = await newPerson(service, { timezone: "Europe/Berlin" })
  const { pages } = await makeBelongings(service, person)
  for (const name of ODD_NAMES) {
    await newFood(person.rest, { name, brandName: name, protein: 0.1 + 0.2 })
  }
  const { entry } = await output<{ entry: { id: string } }>(person.rest("log_food_entry", KEYED))
  const rows = [
    reading("weight", "2025-03-02", 80.12345678901234),
    session("2025-03-03", "18:00:00", [exercise("Gargoyle Heave", [set({ weightKg: 135 * 0.45359237 })])]),
    eaten("2025-03-02", "Coffee", 5)
  ]
  const choices = new Map([["squat", "exr_barbell_squat"]])
  await importRows(service, person, "hevy", rows, { choices })
  // The app's next file lacks a session of a day that it has.
  const twice = [session("2025-03-04", "07:00:00"), session("2025-03-04", "19:00:00")]
  await importRows(service, person, "hevy", twice)
  await importRows(service, person, "hevy", twice.slice(0, 1))
  for (const name of ODD_NAMES) await routinesOf(service, person).make(name)
  const app = await connect(service, person)
  const code = await newCode(service, person, app.clientId)
  const link = await linkOf(service, person)
  await service.run(Effect.orDie(addWebhook(person.id, "https://192.0.33.8/hook")))
  await output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value: 4000 }] }))
  const browser = await signIn(service, person)
  await addRest(service, person)
  await addDevice(service, person)
  return { person, pages, entryId: entry.id, app, code, link, cookies: browser.cookies }
}

export type Known = Awaited<ReturnType<typeof fillEverything>>

/** Everything that the user sees: over every operation, with the given cursors, and as an archive. */
export const seenBy = async (service: Service, { person, pages }: Known) => {
  const rest = service.rest(person.token)
  const following: Array<unknown> = []
  for (const [name, { input, cursor }] of Object.entries(pages)) following.push(await rest(name, { ...input, cursor }))
  const folder = mkdtempSync(join(tmpdir(), "fettle-move-"))
  const archive = withoutTime((await archiveOf(folder, service, person)).texts)
  rmSync(folder, { recursive: true })
  return { state: await stateOf({ ...person, rest }), following, archive }
}

/** The answer to the repeated keyed call: the id of the entry that the first call made. */
export const repeatKeyed = async (service: Service, { person }: Known) =>
  (await output<{ entry: { id: string } }>(service.rest(person.token)("log_food_entry", KEYED))).entry.id
