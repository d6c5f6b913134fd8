import { afterAll, beforeAll, expect, test } from "bun:test"
import { htmlRoutes } from "../../../src/annexes/page/frame/pages.ts"
import * as Storage from "../../../src/storage.ts"
import { makeService, newPerson, type Service } from "../../support/app.ts"
import { signIn } from "./support.ts"

let service: Service
beforeAll(async () => {
  service = await makeService(Storage.memory)
})
afterAll(() => service.stop())

test("every page marks its place in the navigation, also those that belong to another page", async () => {
  const browser = await signIn(service, await newPerson(service))
  const routes = await service.run(htmlRoutes)
  const marked = new Map<string, ReadonlyArray<string>>()
  for (const { surface, path, method } of routes) {
    if (surface !== "page" || method !== "GET") continue
    const [navigation] = /<nav aria-label="Pages">.*?<\/nav>/s.exec((await browser.get(path)).html) ?? []
    const items = navigation?.matchAll(/href="([^"]+)" aria-current/g)
    if (items !== undefined)
      marked.set(
        path,
        [...items].map(([, item = ""]) => item)
      )
  }
  expect([...marked].filter(([, items]) => items.length !== 1)).toEqual([["/app/sign-out", []]])
  expect(marked.get("/app/workout")).toEqual(["/app/workouts"])
  expect(marked.get("/app/goals/goal")).toEqual(["/app"])
})
