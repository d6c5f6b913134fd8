import { expect } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
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

/** A person's archive is restored for another person, who then undoes their imports. */
export const restoreAndUndo = async (service: Service, person: Person, other: Person) => {
  const folder = mkdtempSync(join(tmpdir(), "fettle-routed-"))
  const { path } = await archiveOf(folder, service, person)
  const { importId } = await restore(service, other, path)
  rmSync(folder, { recursive: true })
  const imports = await service.run(Effect.flatMap(ImportStore, ({ list }) => list(person.id)))
  for (const id of [ImportId.make(importId ?? ""), ...imports.map(({ id }) => id)]) {
    expect((await service.run(undoImport(id))).removed).toBeGreaterThan(0)
  }
}
