/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { Page } from "./page.ts"

export const todayPage: Page = {
  path: "/app",
  nav: "Today",
  show: Effect.fnUntraced(function* (visit) {
    const { activityDay, streak } = yield* visit.call("get_context", {})
    return {
      title: "Today",
      content: (
        <>
          <h1>Today, {activityDay}</h1>
          <section class="card">
            <h2>Streak</h2>
            <p>
              {streak.current} days, {streak.longest} at most
            </p>
          </section>
        </>
      )
    }
  })
}
