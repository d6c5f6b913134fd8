import { expect, test } from "bun:test"
import type { Locator, Page } from "playwright-core"
import { violationsOn } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { somebody } from "./habits.ts"
import { sharedService } from "./service.ts"

const PHONE = { width: 390, height: 844 }

const service = await sharedService()

/** Expects that no accessibility rule is broken and nothing is wider than the screen. */
const look = async (name: string, page: Page) => {
  const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
  expect([name, await violationsOn(page), wide <= (page.viewportSize()?.width ?? 0)]).toEqual([name, [], true])
  const folder = process.env.SCREENSHOTS
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

const LOG = "/app/workouts/log"
const FOUR = ["Barbell Bench Press", "Barbell Squat", "Pull-Up", "Running"]

/** Types and logs the first workout, of four exercises with three sets each. */
const typeFirst = async (page: Page) => {
  await page.goto(`${service.baseUrl}${LOG}`)
  for (const [index, name] of FOUR.entries()) {
    await page.getByLabel("Exercise", { exact: true }).fill(name)
    await page.getByRole("button", { name: "Add exercise" }).click()
    const exercise = page.getByRole("group", { name, exact: true })
    if (index === 3) {
      await exercise.getByLabel("Set 1: Distance (km)").fill("1")
      await exercise.getByLabel("Set 1: Time (min:s)").fill("5:00")
    } else {
      if (index < 2) await exercise.getByLabel("Set 1: Weight (kg)").fill("60")
      await exercise.getByLabel("Set 1: Reps").fill("5")
    }
    for (let more = 0; more < 2; more++) await exercise.getByRole("button", { name: `One more set of ${name}` }).click()
  }
  await page.getByLabel("Name", { exact: true }).fill("Full <body>")
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByText("The workout is logged.").waitFor()
}

/** Somebody who has logged the same. */
const trained = async () => {
  const { id, fettle } = await somebody(service)
  const thrice = <A>(set: A) => [set, set, set]
  const lifted = { weight: { value: 60, unit: "kg" }, reps: 5 } as const
  await fettle.log_workout({
    name: "Full <body>",
    exercises: [
      { name: "Barbell Bench Press", sets: thrice(lifted) },
      { name: "Barbell Squat", sets: thrice(lifted) },
      { name: "Pull-Up", sets: thrice({ reps: 5 }) },
      { name: "Running", sets: thrice({ distanceMeters: 1000, durationSeconds: 300 }) }
    ]
  })
  return id
}

test("four exercises with three sets each, as last time with small changes, take at most 12 taps", async () => {
  await using browser = await openBrowser({ viewport: PHONE })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await typeFirst(page)
  let taps = 0
  const tap = async (on: Locator) => {
    taps++
    await on.click()
  }
  await page.goto(`${service.baseUrl}/app/workouts`)
  await look("workouts", page)
  await tap(page.getByRole("link", { name: /^Do it again/ }))
  await page.waitForURL(/again=/)
  const bench = page.getByRole("group", { name: "Barbell Bench Press" })
  expect(await bench.getByLabel("Set 3: Weight (kg)").inputValue()).toBe("60")
  let typed = 0
  const change = async (on: Locator, text: string) => {
    taps++
    typed += text.length
    await on.fill(text)
  }
  await change(bench.getByLabel("Set 2: Weight (kg)"), "62.5")
  await change(bench.getByLabel("Set 3: Weight (kg)"), "62.5")
  await change(page.getByRole("group", { name: "Pull-Up" }).getByLabel("Set 3: Reps"), "6")
  await tap(page.getByRole("button", { name: "One more set of Barbell Squat" }))
  await tap(page.getByRole("group", { name: "Running" }).getByRole("button", { name: "Remove set 3" }))
  await look("again", page)
  await tap(page.getByRole("button", { name: "Log the workout" }))
  await page.waitForURL(/done=logged/)
  expect(taps).toBeLessThanOrEqual(12)
  if (process.env.SHOW_TIMES !== undefined) console.info(`${taps} taps, ${typed} characters`)
  await page.getByText("heaviest, 62.5 kg").waitFor()
  expect(await page.locator(".set").getByText("60 kg × 5", { exact: true }).count()).toBe(5)
  await page.emulateMedia({ colorScheme: "dark" })
  await look("workout-dark", page)
  expect(faults).toEqual([])
}, 60_000)

test("typed input survives a reload and closing the tab, is cleared once logged, and is never shown to another person", async () => {
  await using browser = await openBrowser({ viewport: { width: 320, height: 640 } })
  const { page, faults } = await service.openPage(browser.context)
  const person = await service.newPerson()
  await service.signIn(page, person)
  await page.goto(`${service.baseUrl}${LOG}`)
  await page.getByLabel("Exercise", { exact: true }).pressSequentially("bech pres")
  await page.getByRole("button", { name: "Barbell Bench Press", exact: true }).click()
  const bench = page.getByRole("group", { name: "Barbell Bench Press" })
  await bench.getByLabel("Set 1: Weight (kg)").fill("80")
  await bench.getByLabel("Set 1: Weight (kg)").press("Enter")
  await page.keyboard.type("5")
  await bench.getByRole("button", { name: "Set 1: make it a warm-up" }).click()
  for (let more = 0; more < 2; more++) await bench.getByRole("button", { name: "One more set of" }).click()
  await page.getByLabel("Notes").fill("<script>alert(1)</script>")
  await page.getByRole("button", { name: "Start the clock" }).click()
  await page.reload()
  await page.getByText("What you typed before is here again").waitFor()
  expect(await bench.getByLabel("Warm-up 1: Reps").inputValue()).toBe("5")
  expect(await page.getByRole("button", { name: "Stop", exact: true }).isVisible()).toBe(true)
  await look("draft-320", page)
  await page.context().setOffline(true)
  await bench.getByRole("button", { name: "Remove warm-up 2" }).click()
  await page.getByRole("button", { name: "Undo" }).click()
  await page.getByRole("button", { name: "One more set of Barbell Bench Press" }).click()
  expect(await bench.getByRole("textbox", { name: /Reps$/ }).count()).toBe(4)
  await page.getByLabel("Exercise", { exact: true }).fill("plank")
  await page.getByRole("button", { name: "Add exercise" }).click()
  const plank = page.getByRole("group", { name: "plank" })
  await plank.getByLabel("Set 1: Time (min:s)").fill("1:00")
  await page.context().setOffline(false)
  await page.getByRole("button", { name: "Rest 1:30" }).click()
  await page.getByText(/^1:2\d$/).waitFor()
  await page.close()

  const later = await service.openPage(browser.context)
  await later.page.goto(`${service.baseUrl}/app/workouts`)
  await later.page.getByRole("link", { name: /^Go on with Workout/ }).click()
  await later.page.getByRole("button", { name: "Log the workout" }).click()
  await later.page.getByRole("button", { name: "Leave it open" }).click()
  await later.page.getByText("The workout is logged.").waitFor()
  await later.page
    .getByRole("row", { name: /warm-up.* 80 kg × 5/ })
    .first()
    .waitFor()
  await later.page.locator(".notes", { hasText: "<script>alert(1)</script>" }).waitFor()

  await later.page.getByRole("link", { name: "← Workouts" }).click()
  await later.page.getByRole("heading", { name: "1 in all" }).waitFor()
  expect(await later.page.getByRole("link", { name: /^Go on with/ }).count()).toBe(0)

  await later.page.goto(`${service.baseUrl}${LOG}`)
  await later.page.getByRole("button", { name: "Barbell Bench Press", exact: true }).click()
  await browser.context.clearCookies()
  await service.signIn(later.page, await service.newPerson())
  await later.page.goto(`${service.baseUrl}${LOG}`)
  expect(await later.page.getByRole("group").count()).toBe(0)
  expect(await later.page.evaluate("JSON.stringify(localStorage).includes('draft')")).toBe(false)
  expect(faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([])
}, 60_000)

test("an answer that is not the form leaves the rows unchanged, and one that asks to sign in leads there and back", async () => {
  await using browser = await openBrowser({ viewport: PHONE })
  const { page } = await service.openPage(browser.context)
  const person = await service.newPerson()
  await service.signIn(page, person)
  await page.goto(`${service.baseUrl}${LOG}`)
  const find = page.getByLabel("Exercise", { exact: true })
  const add = page.getByRole("button", { name: "Add exercise" })
  await find.fill("Plank")
  await add.click()
  const plank = page.getByRole("group", { name: "Plank" })
  await plank.getByLabel("Set 1: Held (min:s)").fill("1:00")
  const isAdd = (body: string | null) => body?.includes("step=find") === true || body?.includes("step=enter") === true
  let isBroken = true
  await page.route(/workouts\/log/, (route) => {
    const breaks = isBroken && isAdd(route.request().postData())
    if (breaks) isBroken = false
    return breaks ? route.fulfill({ status: 500, body: "<h1>Internal error</h1>" }) : route.fallback()
  })
  await find.fill("Barbell Squat")
  await add.click()
  await page.getByText("That did not work. What you typed is still here.").waitFor()
  expect(isBroken).toBe(false)
  expect(await page.locator("[data-exercise]").count()).toBe(1)
  expect(await find.inputValue()).toBe("Barbell Squat")
  await add.click()
  const squat = page.getByRole("group", { name: "Barbell Squat" })
  await squat.getByLabel("Set 1: Weight (kg)").fill("82.5")
  expect(await page.getByLabel("Name", { exact: true }).count()).toBe(1)

  const cookies = await browser.context.cookies()
  await browser.context.clearCookies()
  await find.fill("Pull-Up")
  await add.click()
  await page.getByText("what you typed comes back").waitFor()
  await browser.context.addCookies(cookies)
  await page.getByRole("button", { name: "I have signed in" }).click()
  await squat.waitFor()
  expect(await squat.getByLabel("Set 1: Weight (kg)").inputValue()).toBe("82.5")
  expect(await plank.getByLabel("Set 1: Held (min:s)").inputValue()).toBe("1:00")
}, 60_000)

test("a tap ticks a set, which starts the clock and a rest and survives a reload; the form asks about unticked sets", async () => {
  await using browser = await openBrowser({ viewport: PHONE, hasTouch: true })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await trained())
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByRole("link", { name: /^Do it again/ }).tap()
  await page.waitForURL(/again=/)
  const bench = page.getByRole("group", { name: "Barbell Bench Press" })
  const tick = (name: string) => bench.getByRole("button", { name, exact: true })
  await tick("Set 1: done").tap()
  await page.getByRole("button", { name: "Stop", exact: true }).waitFor()
  await page.getByRole("button", { name: "15 seconds more rest" }).tap()
  await page.getByText(/^1:4\d$/).waitFor()
  const backgrounds = () =>
    Promise.all(
      [1, 2].map((set) => tick(`Set ${set}: done`).evaluate((button) => getComputedStyle(button).backgroundColor))
    )
  for (const forcedColors of ["active", "none"] as const) {
    await page.emulateMedia({ forcedColors })
    expect([forcedColors, new Set(await backgrounds()).size]).toEqual([forcedColors, 2])
  }
  await tick("Set 2: done").tap()
  await page.getByRole("button", { name: "Skip the rest" }).tap()
  await page.getByRole("button", { name: "Rest 1:45" }).waitFor()
  await page.getByRole("button", { name: "One more set of Barbell Bench Press" }).tap()
  expect(await tick("Set 4: done").getAttribute("aria-pressed")).toBe("false")
  await bench.getByText("Note", { exact: true }).tap()
  const note = bench.getByLabel("Note on Barbell Bench Press, text")
  await bench.locator("input:focus").waitFor()
  await page.keyboard.type("Elbows in")
  expect(await note.inputValue()).toBe("Elbows in")
  const { y = 0, height = 0 } = (await note.boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual((await page.locator(".dock").first().boundingBox())?.y ?? 0)
  await look("ticked", page)
  await page.getByRole("button", { name: "Rest 1:45" }).tap()
  await page.getByRole("button", { name: "15 seconds less rest" }).tap()
  await page.reload()
  await page.getByText("What you typed before is here again").waitFor()
  await page.getByText(/^1:[12]\d$/).waitFor()
  await page.getByRole("button", { name: "Skip the rest" }).tap()
  await page.reload()
  await page.getByRole("button", { name: "Rest 1:30" }).waitFor()
  // The service shows the rows again.
  await page.getByLabel("Exercise", { exact: true }).fill("Plank")
  await page.getByRole("button", { name: "Add exercise" }).tap()
  const plank = page.getByRole("group", { name: "Plank" })
  await plank.getByLabel("Set 1: Held (min:s)").fill("1:00")
  expect(await tick("Set 1: done").getAttribute("aria-pressed")).toBe("true")
  await tick("Set 2: done").tap()
  expect(await tick("Set 2: done").getAttribute("aria-pressed")).toBe("false")

  await page.getByRole("button", { name: "Log the workout" }).tap()
  await page.getByText("13 sets are not ticked.").waitFor()
  await look("not-ticked", page)
  await tick("Set 2: done").tap()
  await page.getByRole("button", { name: "Log the workout" }).tap()
  await page.getByRole("button", { name: "Only the ticked ones" }).tap()
  await page.getByRole("button", { name: "Leave it open" }).tap()
  await page.getByText("The workout is logged.").waitFor()
  await page.locator(".notes", { hasText: "Elbows in" }).waitFor()
  expect(await page.locator(".exercises .set").allTextContents()).toEqual(["60 kg × 5", "60 kg × 5"])
  await page.getByText("Change the workout").tap()
  expect(await page.getByLabel("Note on Barbell Bench Press, text").inputValue()).toBe("Elbows in")
  expect(await page.getByLabel("Notes", { exact: true }).inputValue()).toBe("")
  expect(faults).toEqual([])
}, 60_000)

test("a workout that waits for a network leaves no clock, rest or draft to the next one", async () => {
  await using browser = await openBrowser({ viewport: PHONE, hasTouch: true })
  const { page } = await service.openPage(browser.context)
  await service.signIn(page, await trained())
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByRole("link", { name: /^Do it again/ }).tap()
  await page.waitForURL(/again=/)
  await browser.context.setOffline(true)
  await page.getByRole("group", { name: "Pull-Up" }).getByRole("button", { name: "Set 1: done" }).tap()
  await page.getByRole("button", { name: "Log the workout" }).tap()
  await page.getByRole("button", { name: "Only the ticked ones" }).tap()
  await page.getByRole("button", { name: "Leave it open" }).tap()
  await page.getByText("is kept on this device").waitFor()
  await page.getByRole("button", { name: "Start the clock" }).waitFor()
  await page.getByRole("button", { name: "Rest 1:30" }).waitFor()
  await browser.context.setOffline(false)
  await page.getByRole("heading", { name: "1 log on this device only" }).waitFor({ state: "detached" })
  await page.goto(`${service.baseUrl}/app/workouts`)
  await page.getByRole("link", { name: "Full <body>", exact: true }).first().tap()
  await page.waitForURL(/workout\?id=/)
  expect(await page.locator(".exercises .set").allTextContents()).toEqual(["5 reps"])
  await page.goto(`${service.baseUrl}${LOG}`)
  expect(await page.getByText("What you typed before").count()).toBe(0)
}, 60_000)

test("one more set copies the last one with values, else last time's in grey; a chosen exercise's first field gets the focus, and a tap on a value selects it", async () => {
  await using browser = await openBrowser({ viewport: PHONE, hasTouch: true })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await trained())
  await page.goto(`${service.baseUrl}${LOG}`)
  await page.getByLabel("Exercise", { exact: true }).fill("pull up")
  await page.getByRole("link", { name: "make an exercise of your own" }).waitFor()
  await page.getByRole("button", { name: "Pull-Up", exact: true }).tap()
  const pull = page.getByRole("group", { name: "Pull-Up" })
  const reps = (set: number) => pull.getByLabel(`Set ${set}: Reps`)
  const shown = async (set: number) => [await reps(set).inputValue(), await reps(set).getAttribute("placeholder")]
  const more = pull.getByRole("button", { name: "One more set of Pull-Up" })
  await pull.waitFor()
  expect(await page.evaluate("document.activeElement.name")).toBe("exercises[0].sets[0].weight")
  await more.tap()
  expect(await shown(4)).toEqual(["", "5"])
  const added = pull.getByLabel("Set 4: Weight (kg)")
  await added.fill("2.5")
  await pull.getByRole("button", { name: "Set 4: 5 reps, as last time" }).tap()
  expect(await shown(4)).toEqual(["5", "5"])
  expect(await added.inputValue()).toBe("2.5")
  await added.fill("")
  await reps(4).fill("")
  await reps(1).fill("7")
  await more.tap()
  expect([await shown(2), await shown(5)]).toEqual([
    ["", "5"],
    ["7", "5"]
  ])
  await reps(5).tap()
  await page.keyboard.type("8")
  expect(await reps(5).inputValue()).toBe("8")
  // After a blank warm-up, the next set is one too, with the values of the last filled set.
  await reps(5).fill("")
  await pull.getByRole("button", { name: "Set 5: make it a warm-up" }).tap()
  await more.tap()
  await pull.getByRole("button", { name: /^Warm-up 2: make it/ }).waitFor()
  expect(await pull.getByLabel("Warm-up 2: Reps").inputValue()).toBe("7")
  expect(faults).toEqual([])
}, 60_000)

test("a workout can be logged with the keyboard alone, and without scripts", async () => {
  await using browser = await openBrowser({ viewport: PHONE })
  const { page } = await service.openPage(browser.context)
  const person = await service.newPerson()
  await service.signIn(page, person)
  await page.goto(`${service.baseUrl}${LOG}`)
  const untilFocused = async (name: RegExp) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press("Tab")
      const focused = await page.evaluate(
        "document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent"
      )
      if (name.test(String(focused))) return
    }
    throw new Error(`Nothing called ${name} gets the focus`)
  }
  await untilFocused(/^Exercise$/)
  await page.keyboard.type("plank")
  await page.keyboard.press("Enter")
  await page.getByRole("group", { name: "Plank" }).waitFor()
  await untilFocused(/^Set 1: Held/)
  await page.keyboard.type("90")
  await untilFocused(/^Log the workout$/)
  expect(await page.getByLabel("Set 1: Held (min:s)").inputValue()).toBe("1:30")
  await page.keyboard.press("Enter")
  await page.getByText("The workout is logged.").waitFor()

  await using plain = await openBrowser({ viewport: PHONE, javaScriptEnabled: false })
  const opened = await service.openPage(plain.context)
  await service.signIn(opened.page, person)
  await opened.page.goto(`${service.baseUrl}${LOG}`)
  await opened.page.getByRole("button", { name: "Plank", exact: true }).click()
  await opened.page.locator('[name="exercises[0].sets[0].holdSeconds"]:focus').waitFor()
  await opened.page.getByRole("button", { name: "Set 1: held for 1:30, as last time" }).click()
  await opened.page.getByRole("button", { name: "One more set of Plank" }).click()
  await opened.page.getByLabel("Set 2: Held (min:s)").fill("100")
  await opened.page.getByRole("button", { name: "Log the workout" }).click()
  await opened.page.getByText("The workout is logged.").waitFor()
  await opened.page
    .getByRole("link", { name: /^Do it again/ })
    .first()
    .click()
  expect(await opened.page.getByLabel("Set 2: Held (min:s)").inputValue()).toBe("1:40")

  for (const on of [page, opened.page]) {
    await on.goto(`${service.baseUrl}/app/workouts`)
    await on.locator("ul.done a").first().click()
    await on.getByRole("button", { name: /^Delete / }).click()
    await on.getByText("is deleted.").waitFor()
    await on.getByText("1 in all").waitFor()
    await on.getByRole("button", { name: "Undo" }).click()
    await on.getByText("The workout is back.").waitFor()
    await on.getByText("2 in all").waitFor()
  }
  expect(opened.faults).toEqual([])
}, 60_000)

test("a superset is filled in turns on one card, keeps its turns without a network and in a draft, and is logged", async () => {
  await using browser = await openBrowser({ viewport: PHONE })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, await service.newPerson())
  await page.goto(`${service.baseUrl}${LOG}`)
  for (const name of ["Barbell Biceps Curl", "Triceps Pushdown"]) {
    await page.getByLabel("Exercise", { exact: true }).fill(name)
    await page.getByRole("button", { name: "Add exercise" }).click()
    await page.getByRole("button", { name: `One more set of ${name}` }).click()
  }
  await page.getByRole("button", { name: "Barbell Biceps Curl: in turns with the next" }).click()
  const card = page.getByRole("group", { name: "Superset: in turns", exact: true })
  const typed = card.locator("[data-set] input:not([type=hidden])")
  await card.waitFor()
  await typed.first().focus()
  for (const value of ["20", "10", "30", "12", "20", "9", "30", "11"]) {
    await page.keyboard.type(value)
    await page.keyboard.press("Enter")
  }
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "One more set of Barbell Biceps Curl" }).click()
  await page.getByRole("button", { name: "One more set of Triceps Pushdown" }).click()
  await card.getByRole("button", { name: "Set 2: done" }).nth(1).click()
  await card.getByRole("button", { name: "Remove set 3" }).nth(1).click()
  const turns = () => card.locator("[data-turns] legend").allTextContents()
  const [curl, push] = ["Barbell Biceps Curl", "Triceps Pushdown"]
  expect(await turns()).toEqual([curl, push, curl, push, curl].map(String))
  await page.context().setOffline(false)
  await look("superset", page)
  await page.reload()
  await page.getByText("is here again").waitFor()
  expect(await turns()).toEqual([curl, push, curl, push, curl].map(String))
  expect(await card.getByRole("button", { name: "Set 2: done", pressed: true }).count()).toBe(1)
  await page.getByRole("button", { name: "Log the workout" }).click()
  await page.getByRole("button", { name: "All sets" }).click()
  await page.getByRole("button", { name: "Leave it open" }).click()
  await page.getByText("The workout is logged.").waitFor()
  await page.getByText("Superset, in turns with Triceps Pushdown").waitFor()
  for (const set of ["20 kg × 10", "20 kg × 9", "30 kg × 12", "30 kg × 11"]) await page.getByText(set).first().waitFor()
  expect(faults.filter((fault) => !fault.includes("ERR_INTERNET_DISCONNECTED"))).toEqual([])
}, 60_000)
