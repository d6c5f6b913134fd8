/**
 * What tasks of a week take on the page, on a phone of 390 px in Chromium: `bun bench/tasks.ts [FOLDER]`. With FOLDER, the
 * page is that of another checkout. Prints, for each task, its taps (a field that is typed into is one), and the seconds
 * that the browser and the service took, without a person's. A task that the page cannot do this way says where it ended.
 */
import { join, resolve } from "node:path"
import type { Locator, Page } from "playwright-core"
import { launchShell, openProfile } from "../test/browser/launch.ts"
import type { startService } from "../test/browser/service.ts"

const folder = resolve(process.argv[2] ?? join(import.meta.dir, ".."))
const { startService: start }: { readonly startService: typeof startService } = await import(
  join(folder, "test/browser/service.ts")
)

/** Milliseconds to wait for what a step needs. */
const PATIENCE = 5000

/** A person's hand on the page, which counts what it does. */
const handOn = (page: Page, baseUrl: string) => {
  const done = { taps: 0, last: "" }
  const counted = async (what: string, act: () => Promise<unknown>) => {
    done.last = what
    await act()
    done.taps++
  }
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole("button", { name }).filter({ visible: true }).first()
  return {
    done,
    page,
    tap: (on: Locator, what = String(on)) => counted(what, () => on.click()),
    press: (name: string | RegExp, within?: Locator) => counted(`press ${name}`, () => button(name, within).click()),
    type: (label: string | RegExp, text: string, within: Page | Locator = page) =>
      counted(`type ${label}`, () => within.getByLabel(label).filter({ visible: true }).first().fill(text)),
    choose: (label: string, option: string, within: Page | Locator = page) =>
      counted(`choose ${option}`, () =>
        within.getByLabel(label).filter({ visible: true }).first().selectOption({ label: option })
      ),
    go: (path: string) => counted(`go to ${path}`, () => page.goto(baseUrl + path)),
    tapFile: (label: string, name: string, content: string) =>
      counted(`choose ${name}`, () =>
        page.getByLabel(label).setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) })
      ),
    has: async (selector: string, count: number) => {
      done.last = `see ${count} of ${selector}`
      await page
        .locator(selector)
        .nth(count - 1)
        .waitFor()
      await page.waitForLoadState("networkidle")
    },
    /** What is typed before a page's scripts run is not searched for. */
    idle: () => page.waitForLoadState("networkidle"),
    see: (text: string | RegExp) => {
      done.last = `see ${text}`
      return page.getByText(text).filter({ visible: true }).first().waitFor()
    }
  }
}

type Hand = ReturnType<typeof handOn>

const MEALS = ["Breakfast", "Lunch", "Dinner", "Snack", "Lunch"] as const
const FOODS = ["egg raw", "milk whole", "banana", "white bread", "butter"] as const

const addExercise = async (hand: Hand, name: string) => {
  await hand.type(/^Exercise$/, name)
  await hand.press("Add exercise")
  const exercise = hand.page.getByRole("group", { name, exact: true })
  await exercise.waitFor()
  return exercise
}

const TASKS: ReadonlyArray<readonly [name: string, run: (hand: Hand) => Promise<unknown>]> = [
  [
    "18 foods over five meals, a search and the first answer each",
    async (hand) => {
      await hand.go("/app/diary")
      for (let count = 0; count < 18; count++) {
        const name = MEALS[Math.floor(count / 4)] ?? ""
        if (count % 4 === 0) {
          await hand.tap(hand.page.getByRole("link", { name, exact: true }))
          await hand.idle()
        }
        await hand.type(/^Food$/, FOODS[count % FOODS.length] ?? "")
        await hand.tap(hand.page.locator("[data-found] button[type=submit]:visible").first(), "the first answer")
        await hand.has("#meals .entries > li", count + 1)
      }
    }
  ],
  [
    "a recipe of seven ingredients in grams",
    async (hand) => {
      await hand.go("/app/settings/recipes")
      await hand.type("Name of the recipe", "Pancakes")
      await hand.type("First food", "130 g egg raw")
      await hand.press(/^Begin with .*, 130 g$/)
      await hand.see("The recipe is saved.")
      for (const food of ["milk whole", "banana", "white bread", "butter", "sugar", "salt"]) {
        await hand.type("Another food", `100 g ${food}`)
        await hand.press(/^Add .*, 100 g$/)
        await hand.see("The recipe is changed.")
      }
      await hand.has(".entries > li", 7)
    }
  ],
  [
    "an import of weights in pounds",
    async (hand) => {
      await hand.go("/app/settings/history")
      await hand.tapFile(
        "The export of an app",
        "weights.csv",
        "date,weight (lb)\n2026-03-10,181.2\n2026-03-12,180.9\n"
      )
      await hand.press("Upload")
      await hand.see("What would be done")
      await hand.press(/^Import$/)
      await hand.see("What was done")
    }
  ],
  [
    "a quick add of kcal alone",
    async (hand) => {
      await hand.go("/app/diary")
      await hand.tap(hand.page.getByText("Quick add", { exact: true }).first())
      await hand.type("kcal", "450")
      await hand.press(/^Log$/)
      await hand.see("The food is logged.")
    }
  ],
  [
    "a goal for calories",
    async (hand) => {
      await hand.go("/app/goals")
      await hand.choose("About", "Calories")
      await hand.type("Target", "1900")
      await hand.press("Make the goal")
      await hand.see(/ is made\./)
    }
  ],
  [
    "a weight, and the same corrected",
    async (hand) => {
      await hand.go("/app")
      await hand.type("Weight (kg)", "84.2")
      await hand.press("Save today's weight")
      await hand.see("84.2")
      await hand.tap(hand.page.getByText("Change", { exact: true }).first())
      await hand.type("Weight (kg)", "82.4")
      await hand.press("Save today's weight")
      await hand.see("82.4")
    }
  ],
  [
    "a workout of 12 sets with a set removed, a note and a lost network",
    async (hand) => {
      await hand.go("/app/workouts/log")
      for (const name of ["Barbell Bench Press", "Barbell Squat", "Barbell Deadlift"]) {
        const exercise = await addExercise(hand, name)
        await hand.type("Set 1: Weight (kg)", "60", exercise)
        await hand.type("Set 1: Reps", "5", exercise)
        for (let more = 0; more < 3; more++) await hand.press(/^One more set/, exercise)
        if (name !== "Barbell Squat") continue
        await hand.press("Remove set 4", exercise)
        await hand.tap(exercise.locator(".note summary"))
        await hand.type(/^Note on .*text$/, "Belt", exercise)
        await hand.page.context().setOffline(true)
        await hand.press(/^One more set/, exercise)
        await hand.page.context().setOffline(false)
      }
      await hand.type("Length (min)", "50")
      await hand.press("Log the workout")
      await hand.see("The workout is logged.")
    }
  ],
  [
    "a superset of two exercises with a drop set",
    async (hand) => {
      await hand.go("/app/workouts/log")
      for (const name of ["Pull-Up", "Push-Up"]) {
        const exercise = await addExercise(hand, name)
        await hand.type("Set 1: Reps", "12", exercise)
      }
      await hand.press("One more set of Push-Up")
      const last = hand.page.locator(".set-row:not(.heads)").last()
      // A set's number is its type: warm-up, then drop.
      for (const next of ["warm-up", "drop set"]) await hand.press(new RegExp(` \\d: make it a ${next}`), last)
      await hand.press(/in turns with the next$/)
      await hand.type("Length (min)", "20")
      await hand.press("Log the workout")
      await hand.see("The workout is logged.")
    }
  ],
  [
    "a food from its label, with fibre",
    async (hand) => {
      await hand.go("/app/settings/foods")
      await hand.tap(hand.page.getByText("New food", { exact: true }))
      await hand.type("Name", "Muesli")
      await hand.type("One serving is", "50")
      for (const [label, grams] of [
        [/^Protein/, "10"],
        [/^Carbs/, "60"],
        [/^Fat/, "8"]
      ] as const)
        await hand.type(label, grams)
      await hand.tap(hand.page.getByText("Fibre, sugars, saturated fat, sodium").first())
      await hand.type(/^Fibre/, "9")
      await hand.press("Save")
      await hand.see("Muesli")
    }
  ],
  [
    "a waist, and a goal for fibre",
    async (hand) => {
      await hand.go("/app")
      await hand.tap(hand.page.getByText("Record another, or for another day").first())
      await hand.choose("More", "Waist (cm)")
      await hand.type("Value", "84")
      await hand.press("Save this reading")
      await hand.see(/84 cm/)
      await hand.go("/app/goals")
      await hand.choose("About", "Fibre")
      await hand.type("Target", "30")
      await hand.press("Make the goal")
      await hand.see(/ is made\./)
    }
  ]
]

const service = await start()
const chromium = await launchShell()
for (const [name, run] of TASKS) {
  await using profile = await openProfile(chromium, { viewport: { width: 390, height: 844 } })
  const page = await profile.context.newPage()
  await service.signIn(page, await service.newPerson())
  page.setDefaultTimeout(PATIENCE)
  const hand = handOn(page, service.baseUrl)
  const begun = performance.now()
  const end = await run(hand).then(
    () => "",
    () => `; not done, ended at: ${hand.done.last}`
  )
  console.log(`${name}: ${hand.done.taps} taps, ${((performance.now() - begun) / 1000).toFixed(1)} s${end}`)
}
await chromium.close()
await service[Symbol.asyncDispose]()
process.exit(0)
