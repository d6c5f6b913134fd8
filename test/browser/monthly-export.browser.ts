import { expect, test } from "bun:test"
import type { Page } from "playwright-core"
import { connect } from "../../src/client/client.ts"
import { openBrowser } from "./chromium.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

/** A session as Hevy has it; `month` counts from 1. */
interface Session {
  readonly title: string
  readonly month: number
  readonly day: number
  readonly start: string
  readonly weight: number
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"]
const DAYS = [2, 9, 16, 23]

const sessionsOf = (month: number): ReadonlyArray<Session> =>
  DAYS.map((day, at) => ({ title: at % 2 === 0 ? "Push" : "Legs", month, day, start: "18:00", weight: 50 + month * 2 }))

/** An export of all sessions, as Hevy makes it. */
const exportOf = (sessions: ReadonlyArray<Session>): Buffer => {
  const rows = sessions.flatMap(({ title, month, day, start, weight }) => {
    const at = (time: string) => `"${day} ${MONTHS[month - 1]} 2026, ${time}"`
    return [0, 1, 2].map(
      (set) => `${title},${at(start)},${at("19:30")},Squat (Barbell),${set},normal,${weight},${8 - set}`
    )
  })
  return Buffer.from(["title,start_time,end_time,exercise_title,set_index,set_type,weight_kg,reps", ...rows].join("\n"))
}

const isAt =
  (month: number, day: number) =>
  (session: Session): boolean =>
    session.month === month && session.day === day

const changed = (sessions: ReadonlyArray<Session>, month: number, day: number, change: Partial<Session>) =>
  sessions.map((session) => (isAt(month, day)(session) ? { ...session, ...change } : session))

type History = ReadonlyArray<Session>

/** What somebody does in the app before each month's export, and what the preview then says. */
const BEFORE: ReadonlyArray<readonly [edit: (sessions: History) => History, ...said: ReadonlyArray<RegExp>]> = [
  [(sessions) => sessions],
  [(sessions) => changed(sessions, 1, 9, { title: "Leg day" }), /What would be replaced/],
  [(sessions) => changed(sessions, 2, 16, { weight: 57.5 }), /3 changed/],
  [(sessions) => changed(sessions, 3, 2, { start: "17:15" }), /What would be replaced/],
  [(sessions) => sessions.filter((session) => !isAt(2, 23)(session)), /1 workout/, /Remove them/],
  [(sessions) => sessions]
]

const inWords = (sessions: History) =>
  sessions
    .map(
      ({ title, month, day, start, weight }) =>
        `2026-0${month}-${String(day).padStart(2, "0")} ${title} ${start} ${weight}`
    )
    .sort()

const importFrom = async (page: Page, content: Buffer, said: ReadonlyArray<RegExp>) => {
  await page.goto(`${service.baseUrl}/app/settings/history`)
  await page
    .getByLabel("The export of an app")
    .setInputFiles({ name: "workout_data.csv", mimeType: "text/csv", buffer: content })
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByRole("heading", { name: "What would be done" }).waitFor()
  const text = (await page.locator("main").textContent()) ?? ""
  for (const each of said) expect(text).toMatch(each)
  const removal = page.getByLabel("Remove them")
  expect(await removal.count()).toBe(said.some(({ source }) => source === "Remove them") ? 1 : 0)
  if ((await removal.count()) > 0) await removal.check()
  await page.getByRole("button", { name: "Import", exact: true }).click()
  await page.getByRole("heading", { name: "What was done" }).waitFor()
  await page.getByRole("button", { name: "Done", exact: true }).click()
  await page.getByLabel("The export of an app").waitFor()
}

test("six monthly exports of Hevy, with corrections between them, leave what the last one states", async () => {
  const userId = await service.newPerson()
  const fettle = await connect({ baseUrl: service.baseUrl, token: await service.newToken(userId) })
  await using browser = await openBrowser({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const { page, faults } = await service.openPage(browser.context)
  await service.signIn(page, userId)

  /** All workouts, in the words of the sessions that they came from. */
  const stored = async () => {
    const { workouts, total } = await fettle.list_workouts({ limit: 50 })
    expect(total).toBe(workouts.length)
    const whole = await Promise.all(workouts.map(({ id }) => fettle.get_workout({ id })))
    return whole
      .map(
        ({ date, name, startTime, exercises }) =>
          `${date} ${name} ${startTime?.slice(11, 16)} ${exercises[0]?.sets[0]?.weight?.value}`
      )
      .sort()
  }

  let history: History = []
  for (const [at, [edit, ...said]] of BEFORE.entries()) {
    history = [...edit(history), ...sessionsOf(at + 1)]
    await importFrom(page, exportOf(history), said)
    expect(await stored()).toEqual(inWords(history))
  }
  expect(faults).toEqual([])
}, 120_000)
