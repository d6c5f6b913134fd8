import { expect } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Clock, Effect, Option } from "effect"
import {
  createDevice,
  deviceDays,
  endDevice,
  listDevices,
  pauseDevice,
  resumeDevice,
  undoDevice
} from "../../src/annexes/imports/devices/devices.ts"
import { changeExercise, makeExercise } from "../../src/annexes/imports/ledger/own-exercises.ts"
import { ImportStore } from "../../src/annexes/imports/ledger/store.ts"
import { undoImport } from "../../src/annexes/imports/ledger/undo-import.ts"
import { ImportId } from "../../src/annexes/imports/rows/model.ts"
import { WebhookStore } from "../../src/annexes/webhooks/store.ts"
import {
  addWebhook,
  lastDeliveries,
  removeWebhook,
  resumeWebhook,
  rotateSecret,
  sendAgain
} from "../../src/annexes/webhooks/webhooks.ts"
import { ActivityDay } from "../../src/values/activity-day.ts"
import { archiveOf, restore } from "../annexes/imports/archives.ts"
import { BODY } from "../annexes/imports/ingest/body.ts"
import { signIn } from "../annexes/page/support.ts"
import type { Person, Service } from "../support/app.ts"

/** A device sends its records, then corrected ones. It is then paused, its records are undone, and it is ended. */
export const useDevice = async (service: Service, { id }: Person) => {
  const { device, token } = await service.run(
    createDevice(id, { app: "life-dashboard", name: "Phone", environment: "test" })
  )
  const post = async (body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const response = await service.fetch("/ingest", { method: "POST", body: JSON.stringify(body), headers })
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
  }
  await post(BODY)
  const [weight] = BODY.weight
  await post({ ...BODY, weight: [{ ...weight, kilograms: 79.5, time: "2026-03-12T06:30:00Z" }] })
  await service.run(
    Effect.gen(function* () {
      yield* listDevices(id)
      yield* deviceDays(id, device.id, ActivityDay.make("2026-01-01"))
      yield* pauseDevice(id, device.id)
      yield* resumeDevice(id, device.id)
      yield* undoDevice(id, device.id, ActivityDay.make("2026-03-13"))
      yield* undoDevice(id, device.id)
      yield* endDevice(id, device.id)
    })
  )
}

const YOKE = { name: "Yoke Push", category: "strength", trackingType: "weight_reps" } as const

/** A person makes, changes and deletes an own exercise. */
export const changeOwnExercises = ({ id }: Person) =>
  Effect.gen(function* () {
    const exerciseId = yield* makeExercise(id, YOKE)
    yield* changeExercise(id, exerciseId, { ...YOKE, name: "Yoke Carry", trackingType: "hold" })
    yield* (yield* ImportStore).removeExercise(id, exerciseId)
  })

/** A person's webhook is told of something, at the second attempt. It is sent again, gets another key, and is removed. */
export const useWebhook = ({ id: userId }: Person) =>
  Effect.gen(function* () {
    const store = yield* WebhookStore
    const now = yield* Clock.currentTimeMillis
    const which = { userId, id: (yield* addWebhook(userId, "https://192.0.33.8/hook")).id }
    yield* store.record(userId, now, [{ type: "reading.set", messageId: "msg_one", body: "{}" }])
    for (const isSent of [false, true]) {
      const claimed = Option.getOrThrow(yield* store.claim(which, "lease", now, now + 1000))
      const [waiting] = yield* store.next(which, 1)
      expect(waiting?.messageId).toBe("msg_one")
      const attempt = {
        place: 1,
        at: now,
        isSent,
        status: 200,
        fault: null,
        retryAt: 0,
        stoppedWhy: null,
        leasedUntil: 0
      }
      expect(yield* store.finish(claimed, attempt)).toBe(true)
      yield* store.release(claimed)
    }
    const deliveries = yield* lastDeliveries(which)
    expect(deliveries.map(({ attempts, sentAt }) => ({ attempts, sentAt }))).toEqual([{ attempts: 2, sentAt: now }])
    yield* sendAgain(which, 1)
    yield* resumeWebhook(which)
    yield* rotateSecret(which)
    const completed = [{ goalId: "goal_done", date: ActivityDay.make("2026-03-13") }]
    expect([...(yield* store.noteGoals(userId, completed))]).toEqual(completed)
    expect([...(yield* store.noteGoals(userId, completed))]).toEqual([])
    yield* removeWebhook(which)
  })

const PAGES = [
  "/app",
  "/app/trends?range=all",
  "/app/diary",
  "/app/workouts",
  "/app/settings/meals",
  "/app/settings/recipes",
  "/app/settings/exercises",
  "/app/settings/foods",
  "/app/settings/phone",
  "/app/goals"
]

/** A person opens their pages. */
export const lookAtPages = async (service: Service, person: Person) => {
  const browser = await signIn(service, person)
  for (const path of PAGES) expect([path, (await browser.get(path)).status]).toEqual([path, 200])
}

/** A person's archive is restored for another person. All these imports are then undone. */
export const restoreAndUndo = async (service: Service, person: Person, other: Person) => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-routed-"))
  const { path } = await archiveOf(folder, service, person)
  const { importId } = await restore(service, other, path)
  rmSync(folder, { recursive: true })
  const importsOf = ({ id }: Person) => service.run(Effect.flatMap(ImportStore, ({ list }) => list(id)))
  for (const id of [ImportId.make(importId ?? ""), ...(await importsOf(person)).map(({ id }) => id)]) {
    const { removed, kept } = await service.run(undoImport(id))
    // What another import states, too, is removed with that one.
    expect(removed + kept.length).toBeGreaterThan(0)
  }
  const left = [...(await importsOf(person)), ...(await importsOf(other))].filter(({ undoneAt }) => undoneAt === null)
  expect(left).toEqual([])
}
