import { Effect, Layer } from "effect"
import { createDevice } from "../../src/annexes/imports/devices/devices.ts"
import { Timezone, type User } from "../../src/contract/handler/user.ts"
import { createToken, createUser, newUser } from "../../src/features/accounts/accounts.ts"
import * as Client from "../../src/platform/database/client.ts"
import * as Storage from "../../src/storage.ts"
import { serversAt } from "../../src/values/database-url.ts"

/** Unlimited arrivals. */
const OWN_LIMITS: User["ownLimits"] = { arrivalsPerMinute: 1_000_000, arrivalsBurst: 1_000_000 }

/** New people with a device each: the token of the device, and one with full access. */
export const newDevices = (url: string, count: number, secret: string | null = null) =>
  Effect.replicateEffect(
    Effect.gen(function* () {
      const id = yield* createUser({ ...newUser("Test", Timezone.make("UTC")), ownLimits: OWN_LIMITS })
      const { token } = yield* createToken({ userId: id, name: "test", environment: "test", expiresAt: null })
      const made = yield* createDevice(id, { app: "life-dashboard", name: "Phone", environment: "test", secret })
      return { id, token, device: made.token }
    }),
    count
  ).pipe(
    Effect.provide(Layer.provide(Storage.sql, Client.external(serversAt(url), 1, 0))),
    Effect.scoped,
    Effect.runPromise
  )

/** Posts a body to the endpoint for devices. */
export const post = (
  baseUrl: string,
  token: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> =>
  fetch(`${baseUrl}/ingest`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers }
  })
