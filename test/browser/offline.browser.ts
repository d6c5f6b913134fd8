import { expect, test } from "bun:test"
import { Schema } from "effect"
import type { Page } from "playwright-core"
import { until } from "../support/process.ts"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** The pages that the browser has stored, by kind. */
const keptOn = (
  page: Page
): Promise<Readonly<Record<"pages" | "waiting" | "texts" | "workers", ReadonlyArray<string>>>> =>
  page.evaluate(`(async () => {
    const pages = []
    for (const name of await caches.keys()) {
      if (!name.startsWith("fettle-pages-")) continue
      for (const { url } of await (await caches.open(name)).keys()) pages.push(new URL(url).pathname + new URL(url).search)
    }
    const waiting = (await indexedDB.databases()).length === 0 ? [] : await new Promise((resolve) => {
      const request = indexedDB.open("fettle", 1)
      request.onsuccess = () => {
        const all = request.result.transaction("waiting").objectStore("waiting").getAll()
        all.onsuccess = () => { request.result.close(); resolve(all.result.map(({ what }) => what)) }
      }
    })
    const workers = (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname)
    return { pages, waiting, texts: Object.keys(localStorage), workers }
  })()`)

/** A person with a phone of their own, on which the forms are stored. */
const start = async () => {
  const phone = await openBrowser({ viewport: { width: 390, height: 844 } })
  const { context } = phone
  const person = await service.newPerson()
  const { page } = await service.openPage(context)
  await service.signIn(page, person)
  await open(page, "/app")
  for (const form of ["/app/workouts/log", "/app/diary"]) await keeping(page, form)
  return { ...phone, person, page }
}

/** Waits until a page is stored on the device. */
const keeping = async (page: Page, path: string): Promise<void> => {
  for (let tries = 0; tries < 400; tries++) {
    if ((await keptOn(page)).pages.includes(path)) return
    await Bun.sleep(50)
  }
  throw new Error(`${path} is not stored: ${JSON.stringify(await keptOn(page))}`)
}

const open = (page: Page, path: string) => page.goto(service.baseUrl + path)

/** Logs calories by quick add, on the diary's page. */
const quickAdd = async (page: Page, name: string, calories = "250") => {
  await open(page, "/app/diary")
  await page.getByText("Quick add").first().click()
  await page.getByLabel("Name").first().fill(name)
  await page.getByLabel("kcal").first().fill(calories)
  await page.locator("details[open]").getByRole("button", { name: "Log", exact: true }).click()
}

/** The same without a network, until the page says that the log is stored: leaving the page earlier may lose it. */
const quickAddOffline = async (page: Page, name: string, calories?: string) => {
  await quickAdd(page, name, calories)
  await page.getByText(`“${name}” is kept on this device`).waitFor()
}

const waiting = (page: Page) => page.locator("section.waiting li strong")

/** Waits until this many logs are left to send. The page sends them, or the worker in the background. */
const sent = (page: Page, left: number): Promise<void> =>
  until(
    () =>
      keptOn(page).then(
        ({ waiting }) => waiting.length === left,
        () => false
      ),
    30
  )

/** The list of waiting logs, once it has this many: it is drawn after the page. */
const listed = async (page: Page, count: number): Promise<ReadonlyArray<string>> => {
  for (let tries = 0; tries < 200 && (await waiting(page).count()) !== count; tries++) await Bun.sleep(50)
  return waiting(page).allTextContents()
}

test("the worker asks for no page that it would not keep, which could take what is shown once", async () => {
  await using phone = await start()
  const { context, page } = phone
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error("There is no worker")
  await worker.evaluate(`
    globalThis.asked = []
    const own = fetch
    globalThis.fetch = (what, ...rest) => {
      asked.push(new URL(what.url ?? what, location.href).pathname)
      return own(what, ...rest)
    }`)
  await open(page, "/app/settings/tokens")
  // It reports its address when it has nothing else to do.
  await Bun.sleep(1000)
  await open(page, "/app/trends")
  await keeping(page, "/app/trends")
  const asked: ReadonlyArray<string> = await worker.evaluate("asked")
  expect(asked.filter((path) => path.startsWith("/app/settings"))).toEqual(["/app/settings/tokens"])
})

test("three foods and a workout logged without a network wait, and are stored once when the network returns", async () => {
  await using phone = await start()
  const { context, page } = phone
  await open(page, "/app/diary?q=egg")
  await keeping(page, "/app/diary?q=egg")
  await context.setOffline(true)
  await open(page, "/app/diary?q=egg")
  for (const at of [0, 1]) {
    await page
      .getByRole("button", { name: /^Log Egg/ })
      .nth(at)
      .click()
    await page.getByRole("heading", { name: `${at + 1} log` }).waitFor()
  }
  await quickAddOffline(page, "Soup <b>")
  expect(await violationsOn(page)).toEqual([])
  await open(page, "/app/workouts/log")
  await page.getByLabel("Name", { exact: true }).first().fill("Evening")
  await page.getByLabel("Exercise", { exact: true }).fill("Barbell Squat")
  await page.getByText("No network, so no exercises are searched.").first().waitFor()
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.locator("[name='exercises[0].sets[0].reps']").fill("5")
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("“Evening” is kept on this device").waitFor()
  await open(page, "/app/workouts")
  await page.getByRole("heading", { name: "No network" }).waitFor()
  expect(await violationsOn(page)).toEqual([])
  await open(page, "/app/diary")
  await page.reload()
  expect(await listed(page, 4)).toEqual([
    expect.stringContaining("Egg"),
    expect.stringContaining("Egg"),
    "Soup <b>",
    "Evening"
  ])
  const rows = await page.locator("section.waiting li").allTextContents()
  expect(rows).toEqual([
    expect.stringMatching(/^Egg.*, \d+ kcal/),
    expect.stringMatching(/^Egg.*, \d+ kcal/),
    expect.stringMatching(/^Soup <b>, 250 kcal/),
    expect.stringMatching(/^Evening: 1 exercise, 1 set/)
  ])
  await context.setOffline(false)
  await sent(page, 0)
  await page.reload()
  await page.getByText("3 entries").waitFor()
  // At the hour at which another meal becomes the likely one, the page also offers it again.
  expect(await page.locator("details.change strong", { hasText: "Soup <b>" }).count()).toBe(1)
  await open(page, "/app/workouts")
  await page.getByText("1 in all").waitFor()
  expect((await keptOn(page)).waiting).toEqual([])
}, 60_000)

test("Today and the diary show what was sent, without a reload that would lose what is being typed", async () => {
  await using phone = await start()
  const { context, page } = phone
  await open(page, "/app/diary")
  await keeping(page, "/app/diary")
  await context.setOffline(true)
  await open(page, "/app/diary")
  await quickAddOffline(page, "Soup", "250")
  await quickAddOffline(page, "Bread", "100")
  await page.getByPlaceholder("Search for a food").fill("but")
  await context.setOffline(false)
  await page.getByText("2 logs sent.", { exact: true }).waitFor()
  await page.getByText("2 entries").waitFor()
  expect(await page.locator("#eaten").textContent()).toContain("350")
  expect(await page.locator("#meals strong").allTextContents()).toEqual(["Soup", "Bread"])
  expect(await page.getByPlaceholder("Search for a food").inputValue()).toBe("but")
  await context.setOffline(true)
  await quickAddOffline(page, "Tea", "5")
  await page.locator("#meals summary").first().click()
  await page.locator("#meals input[name=servings]").first().fill("2")
  await context.setOffline(false)
  await page.getByText("1 log sent. Reload the page").waitFor()
  expect(await page.locator("#meals input[name=servings]").first().inputValue()).toBe("2")
}, 60_000)

test("Workouts shows what was sent when there is a network again, without a reload", async () => {
  await using phone = await start()
  const { context, page } = phone
  for (const path of ["/app/workouts", "/app/workouts/log"]) {
    await open(page, path)
    await keeping(page, path)
  }
  await context.setOffline(true)
  await open(page, "/app/workouts/log")
  await page.getByLabel("Name", { exact: true }).first().fill("Evening")
  await page.getByLabel("Exercise", { exact: true }).fill("Barbell Squat")
  await page.getByRole("button", { name: "Add exercise" }).click()
  await page.locator("[name='exercises[0].sets[0].reps']").fill("5")
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("“Evening” is kept on this device").waitFor()
  await open(page, "/app/workouts")
  await page.getByText("No workouts yet.").waitFor()
  await context.setOffline(false)
  await page.getByText("1 log sent.", { exact: true }).waitFor()
  await page.getByRole("link", { name: "Evening", exact: true }).waitFor()
  await page.getByText("1 in all").waitFor()
}, 60_000)

test("a log that the server accepted is stored once although its answer was lost and the page closed", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.setOffline(true)
  await quickAddOffline(page, "Bread")
  const taken = Promise.withResolvers<void>()
  await context.route("**/app/diary*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback()
    const answer = await route.fetch({ maxRedirects: 0 })
    // The page may already be closed.
    await route.abort().catch(() => undefined)
    if (answer.status() === 303) taken.resolve()
    else taken.reject(new Error(`It answered ${answer.status()}`))
  })
  await context.setOffline(false)
  await taken.promise
  expect((await keptOn(page)).waiting).toEqual(["Bread"])
  const { page: next } = await service.openPage(context)
  await context.unroute("**/app/diary*")
  await page.close()
  await open(next, "/app/diary")
  await sent(next, 0)
  await next.reload()
  await next.getByText("1 entry", { exact: true }).waitFor()
}, 60_000)

test("a refused log is shown and kept, blocks no others, and can be corrected or discarded", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.setOffline(true)
  await quickAddOffline(page, "Rice", "many")
  await quickAddOffline(page, "Beans")
  await quickAddOffline(page, "Tea", "few")
  await context.setOffline(false)
  await sent(page, 2)
  expect(await listed(page, 2)).toEqual(["Rice", "Tea"])
  await page.getByText("It could not be logged.").first().waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.reload()

  await page.getByRole("button", { name: "Drop Tea" }).click()
  await page.getByRole("button", { name: "Keep it" }).click()
  expect(await listed(page, 2)).toHaveLength(2)
  await page.getByRole("button", { name: "Drop Tea" }).click()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole("button", { name: "Drop it" }).click()
  await page.getByRole("button", { name: "Drop Tea" }).waitFor({ state: "detached" })

  await page.getByRole("button", { name: "Correct it" }).click()
  await page.getByRole("alert").waitFor()
  expect(await page.getByLabel("Name").first().inputValue()).toBe("Rice")
  await page.getByLabel("kcal").first().fill("130")
  await page.locator("details[open]").getByRole("button", { name: "Log", exact: true }).click()
  await page.getByText("The food is logged.").waitFor()
  await page.getByText("2 entries").waitFor()
  await page.locator("section.waiting").waitFor({ state: "hidden" })
  expect((await keptOn(page)).waiting).toEqual([])
}, 60_000)

test("signing out asks for confirmation while logs wait, and leaves nothing on the device", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.setOffline(true)
  await quickAddOffline(page, "Apple")
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByText("You can sign out when there is one.").waitFor()
  // It cannot be sent either.
  await context.route("**/app/sign-out", (route) =>
    route.request().isNavigationRequest() ? route.fallback() : route.abort()
  )
  await context.setOffline(false)
  await page.getByRole("button", { name: "Sign out" }).click()
  await page.getByText("1 log is on this device only.").waitFor()
  await page.getByRole("button", { name: "Stay" }).click()
  expect((await keptOn(page)).waiting).toEqual(["Apple"])
  await page.getByRole("button", { name: "Sign out" }).click()
  const before = performance.now()
  await page.getByRole("button", { name: "Sign out, and delete" }).click()
  await page.waitForURL(/sign-in$/)
  expect(performance.now() - before).toBeLessThan(5000)
  expect(await keptOn(page)).toEqual({ pages: [], waiting: [], texts: [], workers: [] })
  expect(await page.evaluate("caches.keys()")).toEqual([])
}, 60_000)

test("another person who signs in sees nothing of the first, whose data is gone", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.setOffline(true)
  await quickAddOffline(page, "Secret cake")
  await page.evaluate("localStorage.setItem('fettle-draft', 'Secret workout')")
  const { page: next } = await service.openPage(context)
  await page.close()
  await context.setOffline(false)
  // The first is not asked to sign out: somebody else's link is opened in the same browser.
  const other = await service.newPerson()
  await context.route("**/*", (route) =>
    route.request().url().includes("/app/sign-out") ? route.abort() : route.fallback()
  )
  await next.goto(await service.newLink(other))
  expect((await keptOn(next)).pages).toEqual([])
  await next.getByRole("button", { name: "Sign in" }).click()
  await next.waitForURL(/\/app\?done/)
  await keeping(next, "/app/diary")
  await context.setOffline(true)
  await open(next, "/app/diary")
  expect(await next.content()).not.toContain("Secret")
  const { waiting: left, texts } = await keptOn(next)
  expect([left, texts]).toEqual([[], ["fettle-owner"]])
  expect(await next.evaluate("localStorage.getItem('fettle-owner')")).toBe(other)
}, 60_000)

test("after the session has ended elsewhere, pages are removed, and logs wait for the same person", async () => {
  await using phone = await start()
  const { context, person, page } = phone
  await context.setOffline(true)
  await quickAddOffline(page, "Plum")
  await context.clearCookies()
  await context.setOffline(false)
  await page.getByText("Sign in to send it.").waitFor()
  await page.getByRole("link", { name: "Sign in", exact: true }).click()
  await page.waitForURL(/sign-in$/)
  const { pages, waiting: left } = await keptOn(page)
  expect([pages, left]).toEqual([[], ["Plum"]])
  // The reader may be somebody else, so the page says that something waits, but not whose or what.
  await page.getByText("waits on this device").waitFor()
  expect(await page.locator("body").textContent()).not.toMatch(/Plum|Somebody/)
  expect(await violationsOn(page)).toEqual([])
  await page.goto(await service.newLink(person))
  await page.getByText("waits on this device").waitFor()
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.waitForURL(/\/app/)
  await sent(page, 0)
  await open(page, "/app/sign-in")
  await page.getByRole("heading", { name: "Sign in", exact: true }).waitFor()
  expect(await page.getByText("waits on this device").isVisible()).toBe(false)
  await open(page, "/app/diary")
  await page.getByText("1 entry", { exact: true }).waitFor()
}, 60_000)

test("a log that may have been sent too long ago to be sent again is left to the person; one that was never sent is not", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.setOffline(true)
  await quickAddOffline(page, "Old")
  await quickAddOffline(page, "Older")
  await page.evaluate(`(async () => {
    const database = await new Promise((resolve) => {
      const request = indexedDB.open("fettle", 1)
      request.onsuccess = () => resolve(request.result)
    })
    const store = database.transaction("waiting", "readwrite").objectStore("waiting")
    await new Promise((resolve) => {
      store.getAll().onsuccess = ({ target }) => {
        for (const entry of target.result) {
          entry.at -= 3 * 86400000
          if (entry.what === "Older") entry.triedAt = Date.now() - 21 * 3600000
          store.put(entry).onsuccess = resolve
        }
      }
    })
    database.close()
  })()`)
  await context.setOffline(false)
  await sent(page, 1)
  expect(await listed(page, 1)).toEqual(["Older"])
  await page.getByText("it may be logged already").waitFor()
  await page.getByRole("button", { name: "Send again" }).click()
  await page.getByText("The food is logged.").waitFor()
  await page.getByText("2 entries").waitFor()
}, 60_000)

test("a page of yesterday, opened without a network, logs to today and uses no key twice", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.setOffline(true)
  await page.clock.install({ time: Date.now() + 86_400_000 })
  await quickAddOffline(page, "Breakfast")
  await quickAddOffline(page, "Breakfast")
  expect(await listed(page, 2)).toEqual(["Breakfast", "Breakfast"])
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString("en-GB", { day: "numeric", timeZone: "UTC" })
  expect(await page.locator("section.waiting li").first().textContent()).toContain(` ${tomorrow} `)
  await page.close()
}, 60_000)

test("without a network, another meal can be chosen, and a search says why it finds nothing", async () => {
  await using phone = await start()
  const { context, page } = phone
  // Logged yesterday, as a meal is not offered what it already has, whatever meal it is time for.
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await open(page, `/app/diary?date=${yesterday}&q=egg&meal=lunch`)
  await page
    .getByRole("button", { name: /^Log Egg, raw/ })
    .first()
    .click()
  await page.getByText("The food is logged.").waitFor()
  await open(page, "/app/diary")
  await keeping(page, "/app/diary")
  const likely = page.locator("[data-likely]")
  const food = page.getByLabel("Food", { exact: true })
  await food.fill("egg")
  await likely.waitFor({ state: "hidden" })
  await context.setOffline(true)
  await food.fill("rice")
  // What can be logged without a search is there again.
  await page.locator("#found").getByText("No network, so no foods are searched.").waitFor()
  await likely.waitFor()
  await open(page, "/app/diary")
  const choice = page.getByRole("navigation", { name: "Meal to log to" })
  await choice.getByRole("link", { name: "Dinner" }).click()
  expect(await choice.locator("[aria-current]").allTextContents()).toEqual(["Dinner"])
  await food.fill("rice")
  await page.locator("#found").getByText("No network, so no foods are searched.").waitFor()
  expect(await violationsOn(page)).toEqual([])
  await page.locator("summary", { hasText: "Quick add" }).click()
  await page.getByLabel("Name").first().fill("Stew")
  await page.getByLabel("kcal").first().fill("400")
  await page.locator("details[open]").getByRole("button", { name: "Log", exact: true }).click()
  await page.getByText("“Stew” is kept on this device").waitFor()
  await context.setOffline(false)
  await sent(page, 0)
  await open(page, "/app/diary")
  const dinner = page.getByRole("region", { name: /^Dinner/ })
  expect(await dinner.getByText("Stew").count()).toBe(1)
}, 60_000)

test("yesterday's breakfast is copied once when the network returns, unless another day has begun", async () => {
  await using phone = await start()
  const { context, page } = phone
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await open(page, `/app/diary?date=${yesterday}&meal=breakfast&q=egg`)
  await page
    .getByRole("button", { name: /^Log Egg, raw/ })
    .first()
    .click()
  await page.getByText("The food is logged.").waitFor()
  await open(page, "/app/diary?meal=breakfast")
  await keeping(page, "/app/diary?meal=breakfast")
  await context.setOffline(true)
  await open(page, "/app/diary?meal=breakfast")
  await page.getByRole("button", { name: /^Yesterday’s breakfast/ }).click()
  await page.getByText("“Yesterday’s breakfast” is kept on this device").waitFor()
  await page.clock.install({ time: Date.now() + 86_400_000 })
  await open(page, "/app/diary?meal=breakfast")
  await page.getByText("What you log for today goes to today.").waitFor()
  expect(await page.getByRole("button", { name: /^Yesterday’s breakfast/ }).count()).toBe(0)
  await context.setOffline(false)
  await page.close()
  const { page: next } = await service.openPage(context)
  await open(next, "/app/diary")
  await sent(next, 0)
  await next.reload()
  await next.getByText("1 entry", { exact: true }).waitFor()
}, 60_000)

test("settings are not stored, and stored pages say that they are old", async () => {
  await using phone = await start()
  const { context, page } = phone
  await open(page, "/app/settings/tokens")
  await page.getByLabel("Name").fill("Agent")
  await page.getByRole("button", { name: "Create token" }).click()
  await page.locator("#token").waitFor()
  await open(page, "/app")
  await keeping(page, "/app")
  const { pages } = await keptOn(page)
  expect(pages.filter((path) => path.startsWith("/app/settings"))).toEqual([])
  await context.setOffline(true)
  await open(page, "/app/settings/tokens")
  await page.getByRole("heading", { name: "No network" }).waitFor()
  await page.getByRole("link", { name: "Today" }).click()
  await page.getByText("This page is as it was on").waitFor()
}, 60_000)

test("a log of an own food that has since been deleted is shown as it was typed, and can be corrected", async () => {
  await using phone = await start()
  const { context, person, page } = phone
  const token = await service.newToken(person)
  const call = (method: string, path: string, body?: object) =>
    fetch(`${service.baseUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const food = { name: "Xylocake", protein: 10, carbs: 70, fat: 5, servingSize: 30, servingSizeUnit: "g" }
  const made = await call("POST", "/custom-foods", food)
  const { customFood } = Schema.decodeUnknownSync(Schema.Struct({ customFood: Schema.Struct({ id: Schema.String }) }))(
    await made.json()
  )
  await open(page, "/app/diary?q=xylocake")
  await keeping(page, "/app/diary?q=xylocake")
  await context.setOffline(true)
  await open(page, "/app/diary?q=xylocake")
  await page.locator("[name=servings]").first().fill("2.5")
  await page.getByRole("button", { name: "Log Xylocake" }).click()
  await page.getByText("“Xylocake” is kept on this device").waitFor()
  expect((await call("DELETE", `/custom-foods?id=${customFood.id}`)).status).toBe(200)
  await context.setOffline(false)
  await page.getByText("It could not be logged.").waitFor()
  expect(await page.locator("section.waiting").textContent()).toContain("Xylocake, 2.5 g, ")
  expect(await page.locator("section.waiting").textContent()).toContain("This food has since been deleted")
  await page.getByRole("button", { name: "Correct it" }).click()
  await page.getByRole("alert").waitFor()
  expect((await keptOn(page)).waiting).toEqual(["Xylocake"])
}, 60_000)

test("on a network that only seems to work, a form shows its page, and its log waits", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()))
  await quickAdd(page, "Fog")
  await page.getByRole("heading", { name: "1 log" }).waitFor()
  expect(await listed(page, 1)).toEqual(["Fog"])
  await context.unroute("**/*")
  await page.reload()
  await sent(page, 0)
  await page.reload()
  await page.getByText("1 entry", { exact: true }).waitFor()
}, 60_000)

test("a log that a network did not take is sent half a minute later, without anything being done", async () => {
  await using phone = await start()
  const { context, page } = phone
  await context.route("**/*", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()))
  await page.clock.install()
  await quickAdd(page, "Haze")
  await page.getByRole("heading", { name: "1 log" }).waitFor()
  await context.unroute("**/*")
  expect(await listed(page, 1)).toEqual(["Haze"])
  await page.clock.fastForward("00:30")
  await sent(page, 0)
}, 60_000)
