import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, type Person, TODAY } from "../../support/app.ts"
import { formsOf, signIn } from "./support.ts"

const dayBefore = (days: number): string => new Date(Date.parse(TODAY) - days * 86_400_000).toISOString().slice(0, 10)

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

/** The parts of Today in their order. */
const partsOf = (html: string): ReadonlyArray<string> =>
  [
    ...html.matchAll(
      /aria-labelledby="(next-workout|weight|week-figures)"|aria-label="(Food today)"|id="(goals|readings)"/g
    )
  ].map(([, one, two, three]) => one ?? two ?? three ?? "")

overEveryStore("Today by what somebody records", (service) => {
  beforeAll(() => service().setTime(NOON))

  const train = ({ rest }: Person, name: string, ago: number, more: object = {}) =>
    output<{ readonly id: string }>(
      rest("log_workout", {
        name,
        date: dayBefore(ago),
        durationSeconds: 3720,
        exercises: ["Barbell Squat", "Leg Press", "Plank", "Pull-up"].map((exercise) => ({
          name: exercise,
          sets: [exercise === "Plank" ? { holdSeconds: 30 } : { reps: 5 }]
        })),
        ...more
      })
    )
  const eat = ({ rest }: Person, name: string, ago: number, mealType = "lunch") =>
    output(rest("log_food_entry", { quickAdd: { name, calories: 200 }, servings: 1, mealType, date: dayBefore(ago) }))
  const weigh = ({ rest }: Person, ...ago: ReadonlyArray<number>) =>
    output(
      rest("set_body_metrics", {
        metric: "weight",
        readings: ago.map((days) => ({ value: 80 + days / 10, unit: "kg", date: dayBefore(days) }))
      })
    )
  const look = async (person: Person) => {
    const browser = await signIn(service(), person)
    const { html } = await browser.get("/app")
    return { browser, html, text: textOf(html) }
  }
  /** A person who has put the start away. */
  const settled = async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    for (const card of ["you", "day", "history"]) await browser.submit("/app", "away", { card })
    return person
  }

  test("somebody who lifts starts the next workout, and sees the week, and nothing of food or weight", async () => {
    const person = await settled()
    const legs = await train(person, "Legs", 12)
    for (const [name, ago] of [
      ["Push", 11],
      ["Pull", 10],
      ["Legs", 9],
      ["Push", 8],
      ["Pull", 1]
    ] as const)
      await train(person, name, ago)
    const last = (
      await output<{ workouts: ReadonlyArray<{ id: string; name: string }> }>(person.rest("list_workouts"))
    ).workouts.find(({ name }) => name === "Legs")
    const { html, text } = await look(person)
    expect(legs.id).not.toBe(last?.id ?? "")
    expect(text).toContain(
      "Next, after Pull yesterday Legs Barbell Squat, Leg Press, Plank, 1 more · about 62 min Start"
    )
    expect(html).toContain(`href="/app/workouts/log?again=${last?.id}" aria-label="Start Legs"`)
    expect(text).toContain("or Push , Pull · another workout")
    expect(html).toContain('aria-label="Friday: Pull"')
    expect(text).toContain("Saturday: nothing yet")
    const [, days = ""] = /<ol class="week"[^>]*>(.*?)<\/ol>/s.exec(html) ?? []
    const letters = [...days.matchAll(/<li>\s*<span aria-hidden="true">([^<]*)</g)].map(([, letter]) => letter)
    expect(letters.join("")).toBe("MTWTFSS")
    expect(partsOf(html)).toEqual(["next-workout", "week-figures", "readings"])
    expect(html).not.toContain('What did you eat?"')
    for (const link of ['<a href="/app/diary">What did you eat?</a>', '<a href="/app/goals">Make a goal</a>'])
      expect(html).toContain(link)
    expect(text).not.toContain("Log a workout")
  })

  test("the average of the week leaves out today, which is not over", async () => {
    const person = await newPerson(service())
    for (const ago of [0, 1, 2, 2, 7]) await eat(person, "Soup", ago)
    expect((await look(person)).text).toContain("Eaten 300 kcal a day on 2 days of the last 6, without today")
  })

  test("the most used part stands first", async () => {
    const eater = await settled()
    for (let ago = 0; ago < 50; ago++) await eat(eater, "Soup", ago)
    await train(eater, "Legs", 2)
    await weigh(eater, 1, 2, 9, 30)
    expect(partsOf((await look(eater)).html)).toEqual([
      "Food today",
      "weight",
      "next-workout",
      "week-figures",
      "readings"
    ])
    const lifter = await settled()
    for (let ago = 0; ago < 60; ago += 2) await train(lifter, ago % 4 === 0 ? "A" : "B", ago)
    for (let ago = 0; ago < 50; ago++) await eat(lifter, "Soup", ago)
    expect(partsOf((await look(lifter)).html)).toEqual(["next-workout", "Food today", "week-figures", "readings"])
  })

  test("somebody who only weighs sees twelve weeks, and a field only while today has no weight", async () => {
    const person = await settled()
    await weigh(person, ...Array.from({ length: 80 }, (_, day) => day + 1))
    const before = await look(person)
    expect(partsOf(before.html)).toEqual(["weight", "readings"])
    expect(before.text).toContain("80.1 kg yesterday · trend")
    expect(before.text).toContain("−0.7 kg a week")
    expect(before.text).toContain("Weight of 12 weeks, kg")
    expect(before.html).not.toContain("<summary>Change</summary>")
    await before.browser.submit("/app", "weigh", { value: "79.9" })
    const after = await look(person)
    expect(after.text).toContain("79.9 kg today")
    expect(after.html).toMatch(
      /<details><summary>Change<\/summary><noscript><form[^>]*><input type="hidden" name="action" value="weigh"/
    )
    const refused = await after.browser.submit("/app", "weigh", { value: "much" })
    expect([refused.status, /<details open=""><summary>Change/.test(refused.html)]).toEqual([400, true])
    // Two weighings in a month are few, but whoever eats too sees a small line.
    await eat(person, "Soup", 1)
    expect((await look(person)).html).toContain('<svg class="spark" role="img" aria-label="Weight of the last 30 days.')
  })

  test("one tap logs what is likely now", async () => {
    const person = await settled()
    for (const ago of [1, 2, 3]) for (const name of ["Soup", "Bread", "Tea"]) await eat(person, name, ago)
    const { browser, html } = await look(person)
    const likely = formsOf(html).filter(({ hidden }) => hidden.action === "log" || hidden.action === "copy")
    expect(html).toContain(">Likely for lunch</h2>")
    expect([likely.length, likely[0]?.hidden.mealType, likely[1]?.hidden.toMealType]).toEqual([2, "lunch", "lunch"])
    const [meal] = likely
    expect((await browser.post(meal?.to ?? "", meal?.hidden ?? {})).status).toBe(303)
    expect((await output<{ total: number }>(person.rest("list_food_entries"))).total).toBe(3)
    const now = await look(person)
    expect(now.html).not.toContain("Yesterday’s lunch")
    expect(now.text).toContain("600 kcal eaten")
  })

  test("goals are one line while nothing is due", async () => {
    const person = await settled()
    await weigh(person, 1, 2, 3, 4)
    const stretch = { name: "Stretch", type: "boolean", schedule: { days: ["mon"] } }
    await output(person.rest("save_goal", stretch))
    const { text, html } = await look(person)
    expect(text).toContain("No goal to tick today. All goals")
    expect(html).not.toContain("<h2>Goals</h2>")
    await output(person.rest("save_goal", { name: "Read", type: "boolean" }))
    expect((await look(person)).html).toContain("<h2>Goals</h2>")
  })
})
