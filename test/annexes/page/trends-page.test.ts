import { beforeAll, expect, test } from "bun:test"
import { ago, before, eat, weigh as weighOn } from "../../features/body-metrics/support.ts"
import { log } from "../../features/workouts/support.ts"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { signIn } from "./support.ts"

overEveryStore("Trends", (service) => {
  beforeAll(() => service().setTime(NOON))

  const weigh = (person: Person, readings: ReadonlyArray<readonly [date: string, value: number]>) =>
    output(
      person.rest("set_body_metrics", {
        metric: "weight",
        readings: readings.map(([date, value]) => ({ date, value, unit: "kg" }))
      })
    )

  const show = async (person: Person, query = "") => {
    const browser = await signIn(service(), person)
    return browser.get(`/app/trends${query}`)
  }

  /** The part of the page about one figure. */
  const card = (html: string, id: string) =>
    html.split(`<section class="card"`).find((part) => part.includes(`aria-labelledby="${id}"`)) ?? ""

  test("leaves out what has no data, and says how charts come about", async () => {
    const { status, html } = await show(await newPerson(service()))
    expect(status).toBe(200)
    expect(html).not.toContain('class="chart"')
    expect(html).toContain("Energy expenditure needs 8 weigh-ins and 20 days with food; you have 0 and 0.")
    for (const id of ["weight", "body-fat", "steps", "calories", "macros", "sessions", "volume"])
      expect(html).not.toContain(`aria-labelledby="${id}"`)
    expect(html).toContain("Nothing was measured, eaten or trained in this range.")
  })

  test("counts the sessions of a range without those before it in its first week", async () => {
    const person = await newPerson(service())
    for (const date of ["2026-02-10", "2026-02-13", "2026-03-10"])
      await log(person.rest, {
        name: "Squats",
        date,
        exercises: [{ exerciseId: "exr_barbell_squat", sets: [{ weight: { value: 100, unit: "kg" }, reps: 5 }] }]
      })
    const { html } = await show(person, "?range=30")
    expect(card(html, "sessions")).toContain("2 sessions in this range.")
    expect(card(html, "volume")).toContain("1,000 kg in this range")
  })

  test("shows the estimated maximum with its own set and day, not beside the best set", async () => {
    const person = await newPerson(service())
    for (const [date, value, reps] of [
      ["2026-02-20", 95, 8],
      ["2026-03-06", 100, 5]
    ] as const)
      await log(person.rest, {
        name: "Legs",
        date,
        exercises: [{ exerciseId: "exr_barbell_squat", sets: [{ weight: { value, unit: "kg" }, reps }] }]
      })
    const best = card((await show(person)).html, "best-sets")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
    expect(best).toContain("100 kg × 5 6 Mar 2026 1RM about 120.3 kg, from 95 kg × 8 , 20 Feb 2026")
  })

  test("draws a goal for the weight as a line, and says when the present rate meets it, if it does", async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "lb" })
    const days = Array.from({ length: 28 }, (_, day) => [ago(day), 80 + day / 10] as const)
    const goal = { type: "numeric", metric: "weight", comparison: "max", unit: "kg" }
    await output(person.rest("save_goal", { ...goal, name: "Lighter", targetValue: 78 }))
    await output(person.rest("save_goal", { ...goal, name: "Heavier", targetValue: 85, comparison: "min" }))
    await output(person.rest("save_goal", { ...goal, name: "There", targetValue: 81 }))
    await output(person.rest("save_goal", { ...goal, name: "Paused", targetValue: 70, active: false }))
    await output(
      person.rest("save_goal", { ...goal, metric: "body_fat", unit: "percent", name: "Lean", targetValue: 18 })
    )
    await output(person.rest("set_body_metrics", { metric: "body_fat", readings: [{ date: ago(1), value: 20 }] }))
    await weigh(person, days)
    const { html } = await show(person)
    const weight = card(html, "weight").replaceAll("&quot;", '"')
    expect(weight.match(/class="mean" d="(?:M0 [\d.]+H1000){3}"/)).not.toBeNull()
    expect(weight).toContain(">Goal</li>")
    expect(weight).toMatch(/Goal “Lighter”, at most 171.96 lb: at your present rate, you reach it in \d to \d weeks\./)
    expect(weight).toContain("Goal “Heavier”, at least 187.39 lb: at your present rate, you do not reach it.")
    expect(weight).toContain("Goal “There”, at most 178.57 lb: reached.")
    expect(weight).not.toContain("Paused")
    expect(card(html, "body-fat")).toContain(
      "Goal “Lean”, at most 18 %: how soon you reach it can be said after 5 readings over 2 weeks, the last one at most 4 weeks old."
    )
    expect(weight).toMatch(
      /<dt>Change a week<\/dt>.*?<span class="soft">95 % sure: −\d[^<]* to −\d[^<]*, last 4 weeks</s
    )
  })

  test("draws one reading as a point, without a rate", async () => {
    const person = await newPerson(service())
    await weigh(person, [["2026-03-10", 80]])
    const { html } = await show(person)
    const weight = card(html, "weight")
    expect(weight.match(/class="dots" d="(M[\d.]+ [\d.]+h0)"/)).not.toBeNull()
    expect(weight).toContain("needs 5 readings over 2 weeks")
    expect(weight).toContain("<th>10 Mar 2026</th><td>80</td><td>80</td>")
  })

  test("draws a line that breaks at a gap, and a table with the same figures", async () => {
    const person = await newPerson(service())
    await weigh(person, [
      ["2026-01-10", 82],
      ["2026-01-12", 81.5],
      ["2026-03-10", 80],
      ["2026-03-14", 79]
    ])
    const weight = card((await show(person)).html, "weight")
    const line = /class="trend" d="([^"]*)"/.exec(weight)?.[1] ?? ""
    expect(line.split("M").length - 1).toBe(2)
    expect(weight.split("<tr><th>").length - 1).toBe(4)
    expect(weight).toContain('role="img" aria-labelledby="weight-chart-title" aria-describedby="weight-chart-desc"')
  })

  test("draws a slip of the finger hollow, at the edge of the others' scale", async () => {
    const person = await newPerson(service())
    const days = before(60)
    await weighOn(person.rest, days, (day) => (day === 5 ? 28.4 : 82 + (day % 3) / 10))
    const weight = card((await show(person)).html, "weight")
    expect(weight).toMatch(/class="ring" d="M\d+ 180h0"/)
    expect(weight).toContain("Left out as a probable typing error: 28.4 kg on 9 Mar 2026.")
    expect(weight).not.toContain(">40<")
    expect(weight).toMatch(/The trend is 82(\.\d)? kg/)
    expect(weight.match(/class="dots" d="([^"]*)"/)?.[1]?.split("M").length).toBe(60)
  })

  test("is in the user's units, and follows a change of them", async () => {
    const person = await newPerson(service(), { bodyWeightUnit: "lb" })
    await weigh(person, [["2026-03-14", 70]])
    const weight = card((await show(person)).html, "weight")
    expect(weight).toContain("154.3")
    expect(weight).toContain("Weight, lb")
    expect(weight).toContain('<text class="unit" x="-46" y="-14">lb</text>')
  })

  test("puts this week beside the last, from 7 days on", async () => {
    const person = await newPerson(service(), { strengthUnit: "lb" })
    const squats = (date: string, value: number) =>
      log(person.rest, {
        name: "Legs",
        date,
        exercises: [{ exerciseId: "exr_barbell_squat", sets: [{ weight: { value, unit: "lb" }, reps: 10 }] }]
      })
    for (const date of ["2026-03-02", "2026-03-06", "2026-03-08", "2026-03-09"]) await squats(date, 100)
    await squats("2026-03-01", 999)
    const food = (date: string, quickAdd: object) =>
      output(
        person.rest("log_food_entry", { quickAdd: { name: "Day", ...quickAdd }, servings: 1, mealType: "lunch", date })
      )
    await food("2026-03-03", { calories: 2000, protein: 100 })
    await food("2026-03-08", { calories: 2400, protein: 120 })
    await food("2026-03-09", { calories: 1800, protein: 90 })
    // Calories alone say nothing of the protein, and today's diary is not finished.
    await food("2026-03-13", { calories: 2200 })
    await food("2026-03-14", { calories: 50 })
    await weigh(person, [
      ["2026-02-20", 81.1],
      ["2026-02-24", 81],
      ["2026-03-02", 81],
      ["2026-03-06", 80.6],
      ["2026-03-08", 28.4],
      ["2026-03-10", 80.4],
      ["2026-03-14", 80.2]
    ])
    const rowsOf = (html: string) =>
      [...card(html, "weeks").matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = ""]) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) => cell.replaceAll(/<[^>]*>/g, ""))
      )
    for (const range of ["7", "365"]) {
      const { html } = await show(person, `?range=${range}`)
      expect(rowsOf(html)).toEqual([
        ["Figure", "This week, from 9 Mar", "Last week, from 2 Mar"],
        ["Calories a day, kcal", "2,000", "2,200"],
        ["Protein a day, g", "90", "110"],
        ["Sessions", "1", "3"],
        ["Volume, lb", "1,000", "3,000"],
        ["Average weight, kg", "80.3", "80.8"]
      ])
      expect(html).toContain("(2 days this week, 2 last week). Today counts from tomorrow on.")
      expect(card(html, "sessions") === "").toBe(range === "7")
    }
    expect(card((await show(await newPerson(service()))).html, "weeks")).toBe("")
  })

  test("names weekly averages as such, and draws no macros where only calories are known", async () => {
    const person = await newPerson(service())
    await output(
      person.rest("log_food_entry", { quickAdd: { name: "Day", calories: 1800 }, servings: 1, mealType: "lunch" })
    )
    await weigh(person, [["2026-03-10", 80]])
    const { html } = await show(person)
    expect(card(html, "calories")).toContain("<summary>Weekly averages</summary>")
    expect(card(html, "calories")).toContain('<li class="c3">Average of the week</li>')
    expect(card(html, "weight")).toContain("<summary>Figures of this chart</summary>")
    expect(card((await show(person, "?range=365")).html, "weight")).toContain("<summary>Weekly averages</summary>")
    expect(card(html, "macros")).toBe("")
    expect(card(html, "weeks")).not.toContain("Protein a day")
  })

  test("averages macros over the days of which more than calories is known", async () => {
    const person = await newPerson(service())
    for (const [date, macros] of [
      ["2026-03-10", { protein: 100, carbs: 200, fat: 60 }],
      ["2026-03-11", { protein: 80, carbs: 100, fat: 40 }],
      ["2026-03-12", {}]
    ] as const) {
      const quickAdd = { name: "Day", calories: 1800, ...macros }
      await output(person.rest("log_food_entry", { quickAdd, servings: 1, mealType: "lunch", date }))
    }
    for (const range of ["7", "90"]) {
      const { html } = await show(person, `?range=${range}`)
      expect(card(html, "macros")).toContain("On average 90 g protein, 150 g carbs and 50 g fat a day.")
      expect(card(html, "macros")).not.toContain("<td>0</td>")
      expect(card(html, "calories")).toContain("1,800")
    }
    const week = card((await show(person, "?range=90")).html, "macros")
    expect(week).toContain("<td>90</td><td>150</td><td>50</td>")
  })

  test("draws each of fibre, sugars, saturated fat and sodium that two days state, of the foods that state it", async () => {
    const person = await newPerson(service())
    const ate = (date: string, more: object) =>
      output(
        person.rest("log_food_entry", {
          quickAdd: { name: "Meal", calories: 600, ...more },
          servings: 1,
          mealType: "lunch",
          date
        })
      )
    await ate("2026-03-10", { fiber: 8.5, sodium: 900, sugars: 3 })
    await ate("2026-03-10", { fiber: 4 })
    await ate("2026-03-11", {})
    await ate("2026-03-12", { fiber: 20, sodium: 1500 })
    const { html } = await show(person, "?range=7")
    expect(card(html, "fiber")).toContain("On average 16.3 g a day, of the foods that state it.")
    expect(card(html, "fiber")).toContain("<th>10 Mar 2026</th><td>12.5</td>")
    expect(card(html, "fiber")).not.toContain("<th>11 Mar 2026</th><td>0</td>")
    expect(card(html, "sodium")).toContain("1,200")
    expect([card(html, "sugars"), card(html, "saturatedFat")]).toEqual(["", ""])
  })

  test("has five ranges, and marks the one shown", async () => {
    const person = await newPerson(service())
    for (const range of ["7", "30", "90", "365", "all"]) {
      const { status, html } = await show(person, `?range=${range}`)
      expect(status).toBe(200)
      expect(html).toContain(`href="/app/trends?range=${range}" aria-current="true"`)
    }
  })

  test("reports an invalid address, and reflects nothing", async () => {
    const person = await newPerson(service())
    const browser = await signIn(service(), person)
    for (const query of [
      "range=31",
      "range=<script>alert(1)</script>",
      "range=30&range=90",
      "range=__proto__",
      "range=",
      "range=%00",
      "range=%ff%fe",
      `range=${"9".repeat(2000)}`
    ]) {
      const { status, html } = await browser.get(`/app/trends?${query}`)
      expect([query, status]).toEqual([query, 400])
      expect(html).toContain("must be one of 7, 30, 90, 365, all")
      expect(html).not.toContain("alert(1)")
    }
    expect((await browser.get("/app/trends?other=<script>")).status).toBe(200)
  })

  test("draws energy expenditure as a band around the value, and a table with the same figures", async () => {
    const person = await newPerson(service())
    const days = before(100).filter((day) => day > 65 || day <= 35)
    await weighOn(person.rest, days, (day) => 80 + (0.5 / 7) * day)
    await eat(person.rest, days, () => 2000)
    const { html } = await show(person, "?range=365")
    const energy = card(html, "energy")
    const band = /class="band" d="([^"]*)"/.exec(energy)?.[1] ?? ""
    const inside = /class="trend" d="([^"]*)"/.exec(energy)?.[1] ?? ""
    expect([band, inside].map((path) => path.split("M").length - 1)).toEqual([2, 2])
    expect(band.split("Z").length - 1).toBe(2)
    expect(energy).toContain("2,550<small> kcal a day</small>")
    expect(energy).toMatch(/95 % sure: 2,\d\d0 to 2,\d\d0/)
    // Half a kilogram less a week.
    expect(energy).toMatch(
      /<dt>Deficit<\/dt><dd><span class="figure">550<small> kcal a day<\/small><\/span><span class="soft">95 % sure: \d{3} to \d{3}</
    )
    expect(energy).toContain("you spend that much more than is shown, and the deficit or surplus is still right")
    expect(energy).toContain("until those weeks are past")
    expect(energy).not.toContain("Days without food in the diary")
    expect(energy).toMatch(/<th>9 Mar 2026<\/th><td>2,550<\/td><td>2,\d\d0<\/td><td>2,\d\d0<\/td><\/tr>/)
    expect(energy).toContain('role="img" aria-labelledby="energy-chart-title" aria-describedby="energy-chart-desc"')
  })

  test("says in words what energy expenditure needs, and draws no line", async () => {
    const person = await newPerson(service())
    await weighOn(person.rest, [0, 1, 2], () => 80)
    const energy = card((await show(person)).html, "energy")
    expect(energy).toContain("2 of 8 weigh-ins")
    expect(energy).toContain("0 of 20 days with food")
    expect(energy).toContain("Weigh yourself on more days.")
    expect(energy).toMatch(/Counted from \d+ \w{3} \d{4} to 13 Mar 2026\. Today counts from tomorrow on/)
    expect(energy).not.toContain("<path")
    expect(energy).not.toContain("_")
  })

  test("begins with what is recorded most, and ends with one folded line of what cannot be drawn", async () => {
    const person = await newPerson(service())
    const lift = (date: string, ...names: ReadonlyArray<string>) =>
      log(person.rest, {
        name: "Legs",
        date,
        exercises: names.map((name, index) => ({
          name,
          sets: [{ weight: { value: 60 + Number(date.slice(8)) + index, unit: "kg" }, reps: 5 }]
        }))
      })
    const names = [
      "Barbell Squat",
      "Barbell Deadlift",
      "Leg Press",
      "Barbell Bench Press",
      "Bent-Over Barbell Row",
      "Front Squat"
    ]
    for (const day of ["02", "04", "06", "08", "10"]) await lift(`2026-03-${day}`, ...names.slice(0, 5))
    await lift("2026-03-11", "Front Squat")
    await weigh(person, [
      ["2026-03-10", 80],
      ["2026-03-11", 80]
    ])
    const cardsOf = (html: string) =>
      [...html.matchAll(/<section class="card" aria-labelledby="([^"]+)"/g)].map(([, id]) => id)
    const { html } = await show(person)
    expect(cardsOf(html)).toEqual(["weeks", "sessions", "volume", "best-sets", "weight", "energy"])
    expect(html).toContain(
      '<summary id="energy">Energy expenditure needs 8 weigh-ins and 20 days with food; you have 2 and 0.</summary>'
    )
    const best = card(html, "best-sets")
    expect(best.split('class="spark"').length - 1).toBe(5)
    expect(best).toContain("Barbell Squat: estimated one-rep max from 72.3 to 81.7 kg")
    expect(best.slice(best.indexOf("<summary>All 6</summary>"))).toContain("Front Squat")
    await weigh(
      person,
      Array.from({ length: 60 }, (_, day) => [ago(day), 80] as const)
    )
    expect(cardsOf((await show(person)).html)).toEqual(["weeks", "weight", "sessions", "volume", "best-sets", "energy"])
  })

  test("draws no volume for somebody who runs", async () => {
    const person = await newPerson(service())
    await log(person.rest, {
      name: "Run",
      exercises: [{ name: "Running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }]
    })
    const { html } = await show(person)
    expect([card(html, "sessions") === "", card(html, "volume")]).toEqual([false, ""])
  })

  test("a name that looks like HTML stays text", async () => {
    const person = await newPerson(service(), { name: "<img src=x>" })
    expect((await show(person)).html).not.toContain("<img src=x>")
  })
})
