import { describe, expect, test } from "bun:test"
import { Effect, Layer, Option } from "effect"
import { databaseChecks } from "../../../../src/annexes/cli/doctor/database.ts"
import { createDevice, pauseDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import { DeviceStore } from "../../../../src/annexes/imports/devices/store.ts"
import { AppConfig } from "../../../../src/config.ts"
import { Timezone } from "../../../../src/contract/handler/user.ts"
import { createUser, newUser } from "../../../../src/features/accounts/accounts.ts"
import * as Client from "../../../../src/platform/database/client.ts"
import { serversAt } from "../../../../src/values/database-url.ts"
import { settings } from "../../../support/settings.ts"
import { filledDatabase, hasPostgres, migrated } from "../../../support/stores.ts"

const DAY = 86_400_000

/** The doctor's check of the devices in a database. */
const look = (url: string) =>
  databaseChecks.pipe(
    Effect.provideService(AppConfig, { ...settings, databaseUrl: Option.some(serversAt(url)) }),
    Effect.map((checks) => checks.find(({ name }) => name === "devices"))
  )

/** A user with one device for each of these ages of its last arrival, in days. */
const withDevices = (ages: ReadonlyArray<number>) =>
  Effect.gen(function* () {
    const store = yield* DeviceStore
    const userId = yield* createUser(newUser("Test", Timezone.make("UTC")))
    return yield* Effect.forEach(ages, (age) =>
      Effect.gen(function* () {
        const { device } = yield* createDevice(userId, { app: "hc-webhook", name: "Ada's phone", environment: "test" })
        yield* store.change(userId, device.id, { arrivedAt: Date.now() - age * DAY })
        return { userId, id: device.id }
      })
    )
  })

describe.if(hasPostgres)("the doctor", () => {
  test("names devices that have been silent for three days unless they are paused, and names no people", () =>
    Effect.gen(function* () {
      const url = yield* filledDatabase
      const stores = migrated(Client.external(serversAt(url), 1, 0)).pipe(
        Layer.provide(Layer.succeed(AppConfig, settings))
      )
      expect(yield* look(url)).toEqual({ name: "devices", status: "ok", message: "No device sends data by itself" })
      const [silent, paused] = yield* Effect.provide(
        Effect.tap(withDevices([3.1, 5, 2.9]), ([, paused]) =>
          paused === undefined ? Effect.void : pauseDevice(paused.userId, paused.id)
        ),
        stores
      )
      const found = yield* look(url)
      expect(found?.status).toBe("warn")
      const day = new Date(Date.now() - 3.1 * DAY).toISOString().slice(0, 10)
      expect(found?.message).toStartWith(
        `Of 2 devices, 1 sent nothing for 3 days: ${silent?.id} of ${silent?.userId} (HC Webhook, last on ${day}). Open`
      )
      expect(found?.message).not.toContain("Ada")
      expect(found?.message).not.toContain(paused?.id ?? "")
    }).pipe(Effect.scoped, Effect.runPromise))
})
