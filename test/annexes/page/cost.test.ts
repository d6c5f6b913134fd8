import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { gzipSync } from "node:zlib"
import type { Service } from "../../support/app.ts"
import { databases } from "../../support/stores.ts"
import { fastestOf, GENEROUS_MILLIS, serviceAfterYears } from "./features/overview/years.ts"
import { type Browser, signIn } from "./support.ts"

const LARGEST_BYTES = 60_000

/** The most compressed bytes of a page with its styles: 75 ms at 1.6 Mbit/s, before anything is drawn. */
const MOST_BEFORE_PAINT = 15_000

/** What a browser that runs scripts builds of a page: all but what is folded. */
const builtOf = (html: string): string => html.replace(/<noscript>.*?<\/noscript>/gs, "")

for (const { name, layer } of databases) {
  // On a cluster, a call is always charged by a separate statement.
  const most = name.startsWith("citus") ? 6 : 5
  describe(`Pages of a person with three years of history (${name})`, () => {
    let sent: () => number
    let service: Service
    let browser: Browser

    beforeAll(async () => {
      const made = await serviceAfterYears(layer)
      service = made.service
      sent = made.sent
      browser = await signIn(service, made.person)
    }, 180_000)
    afterAll(() => service.stop())

    test.each<readonly [path: string, more?: number]>([
      // Also what is likely now.
      ["/app", 1],
      ["/app/trends?range=30"],
      ["/app/trends?range=90"],
      ["/app/trends?range=365"],
      ["/app/trends?range=all"],
      ["/app/trends/readings?metric=weight"],
      ["/app/diary"],
      ["/app/diary?date=2025-03-14&q=rolled+oats"],
      ["/app/diary?list=meals"],
      ["/app/diary?make=oats"],
      ["/app/settings/foods"],
      ["/app/workouts"],
      ["/app/workouts?q=squat"],
      ["/app/workouts/log"],
      ["/app/workouts/log?again=workout_7"],
      ["/app/workouts/log?routine=routine_7"],
      ["/app/workouts/routines"],
      ["/app/workouts/routine?id=routine_7"],
      ["/app/workout?id=workout_7"],
      ["/app/exercise?id=exr_barbell_squat"],
      ["/app/goals"],
      ["/app/goals/goal?id=goal_1"]
    ])(`%s takes few statements, and is small`, async (...[path, more = 0]) => {
      await browser.get(path)
      const before = sent()
      const { status, html } = await browser.get(path)
      const taken = sent() - before
      const fastest = await fastestOf(() => browser.get(path))
      const bytes = Buffer.byteLength(html)
      if (process.env.SHOW_TIMES !== undefined) {
        console.info(`${name} ${path}: ${taken} statements, ${fastest.toFixed(1)} ms, ${bytes} bytes`)
      }
      expect(status).toBe(200)
      expect(taken).toBeLessThanOrEqual(most + more)
      expect(bytes).toBeLessThanOrEqual(LARGEST_BYTES)
      expect(fastest).toBeLessThan(GENEROUS_MILLIS)
    })

    test.each([
      // As measured with 10 % to spare: 246 and 393 elements.
      ["/app", 275],
      ["/app/diary", 432]
    ])("%s is soon drawn on a slow device and a slow network", async (path, mostElements) => {
      const { html } = await browser.get(path)
      const built = builtOf(html)
      // Forms in closed rows cost nothing until one opens them.
      expect(html.length).toBeGreaterThan(built.length)
      expect(built.match(/<[a-z]/g)?.length).toBeLessThan(mostElements)
      const [style = "", ...others] = [...built.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, to]) => to)
      expect(others).toEqual([])
      expect(built).not.toMatch(/<img|<script(?! type="module")/)
      const { html: styles } = await browser.get(style)
      expect(gzipSync(html).length + gzipSync(styles).length).toBeLessThan(MOST_BEFORE_PAINT)
    })
  })
}
