import { beforeAll, expect, test } from "bun:test"
import { NOON, newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { signIn } from "./support.ts"

const SQUAT = "exr_barbell_squat"

overEveryStore("An exercise's page", (service) => {
  beforeAll(() => service().setTime(NOON))

  const arrive = async () => {
    const person = await newPerson(service())
    return { person, browser: await signIn(service(), person) }
  }

  const log = async ({ rest }: Person, date: string, exerciseId: string, sets: ReadonlyArray<unknown>) =>
    (
      await output<{ readonly id: string }>(
        rest("log_workout", { name: "Session", date, exercises: [{ exerciseId, sets }] })
      )
    ).id

  test("shows records with their workouts, two charts with their figures, and the history", async () => {
    const { person, browser } = await arrive()
    const sets = [
      { setType: "warmup", weight: { value: 60, unit: "kg" }, reps: 8 },
      { weight: { value: 100, unit: "kg" }, reps: 5 }
    ]
    const id = await log(person, "2026-03-01", SQUAT, sets)
    await log(person, "2026-03-08", SQUAT, [{ weight: { value: 90, unit: "kg" }, reps: 8 }])
    const { status, html } = await browser.get(`/app/exercise?id=${SQUAT}`)
    expect(status).toBe(200)
    expect(html).toContain(
      `<span>Heaviest: <strong>100 kg</strong></span><a href="/app/workout?id=${id}">1 Mar 2026</a>`
    )
    expect(html).toContain("Estimated one-rep max: <strong>116.7 kg</strong>")
    expect(html).toContain("<tr><th>8 Mar 2026</th><td>114</td><td>116.7</td></tr>")
    expect(html).toContain("<tr><th>8 Mar 2026</th><td>720</td><td>1</td></tr>")
    expect(html).toContain("60 kg × 8 (warm-up)")
    expect(html.indexOf("Sunday, 8 Mar 2026")).toBeLessThan(html.indexOf("Sunday, 1 Mar 2026"))
    expect(html).toContain("back squat")
    for (const from of [`/app/workout?id=${id}`, "/app/trends"]) {
      expect((await browser.get(from)).html).toContain(`href="/app/exercise?id=${SQUAT}"`)
    }
  })

  test("charts three months, a year or all, and says what is better or worse than in the workout before", async () => {
    const { person, browser } = await arrive()
    const lift = (date: string, weight: number, ...reps: ReadonlyArray<number>) =>
      log(
        person,
        date,
        SQUAT,
        reps.map((each) => ({ weight: { value: weight, unit: "kg" }, reps: each }))
      )
    await lift("2024-05-01", 120, 5)
    await lift("2025-06-01", 90, 5)
    await lift("2026-03-01", 100, 5, 5)
    await lift("2026-03-08", 102.5, 5, 4)
    const shown = async (range: string) => {
      const { html } = await browser.get(`/app/exercise?id=${SQUAT}${range}`)
      const [, estimates = ""] = html.split('id="estimates"')
      const days = [...(estimates.split("</section>")[0] ?? "").matchAll(/<tr><th>([^<]*)</g)].map(([, day]) => day)
      return { html, days }
    }
    const quarter = await shown("&range=90")
    expect(quarter.days).toEqual(["8 Mar 2026", "1 Mar 2026"])
    // The record of 2024 is the line's start, and the records stay those of all time.
    expect(quarter.html).toContain("<tr><th>8 Mar 2026</th><td>119.6</td><td>140</td></tr>")
    expect(quarter.html).toContain("Heaviest: <strong>120 kg</strong>")
    expect(quarter.html).toMatch(/range=90" aria-current="true">3 months</)
    expect((await shown("&range=365")).days).toHaveLength(3)
    expect((await shown("")).html).toMatch(/range=all" aria-current="true">All</)
    expect(quarter.html).toContain('102.5 kg × 5<span class="gain"> +2.5</span>')
    expect(quarter.html).toContain('90 kg × 5<span class="fall"> −30</span>')
    expect(quarter.html).toContain("<li>120 kg × 5</li>")
    expect((await browser.get(`/app/exercise?id=${SQUAT}&range=31`)).status).toBe(400)
  })

  test("has no charts if nothing is lifted, and a sentence if nothing was done", async () => {
    const { person, browser } = await arrive()
    const empty = await browser.get("/app/exercise?id=exr_running")
    expect([empty.status, empty.html.includes("No workout has it yet.")]).toEqual([200, true])
    await log(person, "2026-03-01", "exr_running", [{ distanceMeters: 5000, durationSeconds: 1500 }])
    const { html } = await browser.get("/app/exercise?id=exr_running")
    expect(html).toContain("Farthest: <strong>5 km</strong>")
    expect(html).toContain("Longest: <strong>25:00</strong>")
    expect(html.split("<main")[1]).not.toContain("<path")
  })

  test("an own exercise stays text, and nobody else sees it", async () => {
    const { person, browser } = await arrive()
    const name = "<img src=x> drag"
    await browser.submit("/app/settings/exercises", "create", {
      name,
      category: "strength",
      trackingType: "weight_reps"
    })
    const { exercises } = await output<{ readonly exercises: ReadonlyArray<{ readonly id: string }> }>(
      person.rest("search_exercises", { query: name })
    )
    const path = `/app/exercise?id=${exercises[0]?.id}`
    const { status, html } = await browser.get(path)
    expect([status, html.includes("<h1>&lt;img src=x&gt; drag"), html.includes("<img src=x>")]).toEqual([
      200,
      true,
      false
    ])
    const other = await (await arrive()).browser.get(path)
    expect([other.status, other.html.includes("There is no such exercise."), other.html.includes("drag")]).toEqual([
      404,
      true,
      false
    ])
  })

  test("of an assisted machine has the least help as its record, and no one-rep maximum, whether a set says it or not", async () => {
    const { person, browser } = await arrive()
    const assisted = "exr_assisted_pull_up_machine"
    const help = (value: number, more = {}) => ({ weight: { value, unit: "kg" }, reps: 8, ...more })
    const first = await log(person, "2026-03-01", assisted, [help(30)])
    const second = await log(person, "2026-03-08", assisted, [help(20, { loadIntent: "assistance" })])
    const { html } = await browser.get(`/app/exercise?id=${assisted}`)
    expect(html).toContain(
      `<span>Least assistance: <strong>20 kg</strong></span><a href="/app/workout?id=${second}">8 Mar 2026</a>`
    )
    for (const word of ["Heaviest", "one-rep max", "1RM", "Volume"])
      expect([word, html.includes(word)]).toEqual([word, false])
    expect(html).toContain('20 kg × 8<span class="gain"> −10</span>')
    const later = (await browser.get(`/app/workout?id=${second}`)).html
    expect(later).toContain('<span class="gain"> −10</span>')
    expect(later).toContain("30 kg")
    expect((await browser.get(`/app/workout?id=${first}`)).html).not.toContain('class="fall"')
    expect((await browser.get("/app/trends")).html).not.toContain("1RM")
  })

  test("continues to older workouts, and refuses invalid addresses", async () => {
    const { person, browser } = await arrive()
    for (let day = 1; day <= 21; day++) {
      await log(person, `2026-01-${String(day).padStart(2, "0")}`, SQUAT, [{ reps: 5 }])
    }
    const { html } = await browser.get(`/app/exercise?id=${SQUAT}`)
    expect([html.includes("21 workouts"), html.includes("Wednesday, 21 Jan 2026</a></h3>")]).toEqual([true, true])
    // The sets of those before the newest three are folded.
    expect([
      html.includes("<summary>Fri, 2 Jan 2026"),
      html.includes("1 Jan 2026</a></h3>") && html.includes("Thu, 1 Jan")
    ]).toEqual([true, false])
    const [older = ""] = /\/app\/exercise\?id=\w+&amp;skip=20/.exec(html) ?? []
    expect((await browser.get(older.replace("&amp;", "&"))).html).toContain("Thursday, 1 Jan 2026</a></h3>")
    for (const query of ["", "?id=", "?id=a&id=b", `?id=${"x".repeat(3000)}`, `?id=${SQUAT}&skip=-1`]) {
      const { status } = await browser.get(`/app/exercise${query}`)
      expect([query, status]).toEqual([query, 400])
    }
    expect((await browser.get("/app/exercise?id=%00")).status).toBe(404)
    const hostile = await browser.get("/app/exercise?id=<script>alert(1)</script>")
    expect([hostile.status, hostile.html.includes("<script>alert(1)")]).toEqual([404, false])
  })
})
