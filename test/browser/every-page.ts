import type { Page } from "playwright-core"
import type { demoPerson } from "./demo.ts"

/** A page as a person sees it, with a name and its path. */
export type Seen = readonly [name: string, path: string]

/** The pages that every person has, and the states of their forms that look different. */
const PAGES = [
  ["today", "/app"],
  ["diary", "/app/diary"],
  ["diary-search", "/app/diary?q=egg"],
  ["diary-nothing-found", "/app/diary?q=zzzzzzz"],
  ["workout-form", "/app/workouts/log"],
  ["workouts", "/app/workouts"],
  ["workouts-search", "/app/workouts?q=squat"],
  ["routine-new", "/app/workouts/routine"],
  ["trends", "/app/trends"],
  ["readings", "/app/trends/readings?metric=weight"],
  ["goals", "/app/goals"],
  ["settings", "/app/settings"],
  ["account", "/app/settings/account?done=saved"],
  ["tokens", "/app/settings/tokens"],
  ["apps", "/app/settings/apps"],
  ["phone", "/app/settings/phone"],
  ["webhooks", "/app/settings/webhooks"],
  ["passkeys", "/app/settings/passkeys"],
  ["sessions", "/app/settings/sessions"],
  ["foods", "/app/settings/foods"],
  ["meals", "/app/settings/meals?name=Breakfast&q=egg"],
  ["recipes", "/app/settings/recipes?name=Batter&q=egg"],
  ["own-exercises", "/app/settings/exercises"],
  ["import", "/app/settings/history"],
  ["delete", "/app/settings/delete"],
  ["sign-out", "/app/sign-out"],
  ["sign-in", "/app/sign-in"],
  ["dead-link", "/app/login?link=none"],
  ["welcome", "/app?done=welcome"],
  ["nowhere", "/app/nowhere"],
  ["not-found", "/app/workout?id=none"],
  ["landing", "/"],
  ["clients", "/clients"]
] as const satisfies ReadonlyArray<Seen>

type Listed = ReadonlyArray<{ readonly id: string }>

/** Every page of the demo person, including those of one workout, one exercise, one goal, and one food of their own. */
export const everyPage = async ({
  call
}: Pick<Awaited<ReturnType<typeof demoPerson>>, "call">): Promise<ReadonlyArray<Seen>> => {
  const [{ exercises }, { goals }, { customFood }] = await Promise.all([
    call<{ exercises: Listed }>("GET", "/exercises?query=Barbell%20Squat&limit=1"),
    call<{ goals: Listed }>("GET", "/goal-templates"),
    call<{ customFood: Listed[number] }>("POST", "/custom-foods", {
      name: "Overnight oats",
      brandName: "Own kitchen",
      protein: 5.2,
      carbs: 18,
      fat: 4.1,
      servingSize: 250,
      servingSizeUnit: "g"
    })
  ])
  const exercise = exercises[0]?.id ?? ""
  const { workouts } = await call<{ workouts: Listed }>("GET", `/workouts?exerciseId=${exercise}&limit=1`)
  const workout = workouts[0]?.id ?? ""
  return [
    ...PAGES,
    ["workout", `/app/workout?id=${workout}`],
    ["workout-again", `/app/workouts/log?again=${workout}`],
    ["exercise", `/app/exercise?id=${exercise}`],
    ["goal", `/app/goals/goal?id=${goals[0]?.id}`],
    ["food", `/app/settings/foods/food?id=${customFood.id}`]
  ]
}

/** A state of a page that a person's action brings about: its name, the page's path, and the action. */
export type Reached = readonly [name: string, path: string, reach: (page: Page) => Promise<void>]

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()

/** Sends a form that is refused, and waits for the error summary. */
const refusal =
  (button: string, label?: string, typed = "") =>
  async (page: Page) => {
    if (label !== undefined) await page.getByLabel(label).first().fill(typed)
    await press(page, button)
    await page.locator(".summary").waitFor()
  }

/** Starts a saved meal or a recipe with the first food found. */
const begin = async (page: Page) => {
  await press(page, /^Begin with /)
  await page.waitForURL(/\/(?:meal|recipe)\?/)
}

/** States of pages that look different from the pages as first opened. */
export const STATES: ReadonlyArray<Reached> = [
  [
    "weight-refused",
    "/app",
    async (page) => {
      await page.getByText("Change", { exact: true }).first().click()
      await refusal("Save today's weight", "Weight (kg)", "heavy")(page)
    }
  ],
  ["goal-refused", "/app/goals", refusal("Make the goal", "Name", "x".repeat(201))],
  ["workout-refused", "/app/workouts/log", refusal("Log the workout")],
  ["account-refused", "/app/settings/account", refusal("Save", "Timezone", "Mars/Phobos")],
  ["food-refused", "/app/diary?make=Soup", refusal("Save and log", "You ate", "some")],
  ["exercise-refused", "/app/settings/exercises", refusal("Make exercise", "Name", "Barbell Squat")],
  [
    "found-as-typed",
    "/app/diary",
    async (page) => {
      await page.getByRole("searchbox").first().fill("egg")
      await page
        .getByRole("button", { name: /^Log .*egg/i })
        .first()
        .waitFor()
    }
  ],
  [
    "deleted",
    "/app/diary",
    async (page) => {
      await press(page, /^Log .* kcal$/)
      await page.getByText("The food is logged.").waitFor()
      await press(page, /^Delete /)
      await page.getByRole("button", { name: "Undo", exact: true }).waitFor()
    }
  ],
  [
    "token-created",
    "/app/settings/tokens",
    async (page) => {
      await page.getByLabel("Name").fill("For the looks")
      await press(page, "Create token")
      await page.locator("#token").waitFor()
    }
  ],
  [
    "phone-code",
    "/app/settings/phone",
    async (page) => {
      await press(page, "Connect Life Dashboard Companion")
      await page.getByRole("img", { name: /^Code/ }).waitFor()
    }
  ],
  [
    "device",
    "/app/settings/phone",
    async (page) => {
      await page.locator("main ul.rows a").first().click()
      await page.getByRole("heading", { name: "Change it" }).waitFor()
    }
  ],
  [
    "routines",
    "/app/workouts?q=squat",
    async (page) => {
      await page.locator("main ul.rows a").first().click()
      await press(page, "Save as a routine")
      await page.getByText("The routine is saved.").waitFor()
    }
  ],
  [
    "routine",
    "/app/workouts/routines",
    async (page) => {
      await page.locator("main ul.rows a").first().click()
      await page.getByRole("button", { name: "Add exercise" }).waitFor()
    }
  ],
  [
    "workout-change",
    "/app/workouts?q=squat",
    async (page) => {
      await page.locator("main ul.rows a").first().click()
      await page.getByText("Change the workout").click()
    }
  ],
  ["meal", "/app/settings/meals?name=Breakfast&q=egg", begin],
  ["recipe", "/app/settings/recipes?name=Batter&q=egg", begin],
  [
    "own-exercise",
    "/app/settings/exercises",
    async (page) => {
      const name = `Sled ${Date.now()}`
      await page.getByLabel("Name").first().fill(name)
      await press(page, "Make exercise")
      await page.getByRole("link", { name }).click()
      await page.getByRole("button", { name: "Save", exact: true }).waitFor()
    }
  ],
  [
    "import-looked-through",
    "/app/settings/history",
    async (page) => {
      const name = "weights.csv"
      const earlier = page.getByRole("button", { name: "Cancel, and remove the upload" })
      if (await earlier.isVisible()) await earlier.click()
      await page.getByLabel(/^The export of an app/).setInputFiles({
        name,
        mimeType: "text/csv",
        buffer: Buffer.from("date,kg\n2019-03-01,81.2\n2019-03-02,80.9\n")
      })
      await press(page, "Upload")
      await page.getByRole("heading", { name: "What would be done" }).waitFor()
    }
  ]
]
