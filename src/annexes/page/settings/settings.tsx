/** @jsxImportSource hono/jsx */
import { Effect } from "effect"
import type { Page } from "../frame/page.ts"

const SETTINGS_PATH = "/app/settings"

/** The list of settings pages, in order. */
export const settingsPage = (pages: ReadonlyArray<Page>): Page => ({
  path: SETTINGS_PATH,
  nav: "Settings",
  show: () =>
    Effect.succeed({
      title: "Settings",
      content: (
        <>
          <h1>Settings</h1>
          <section class="card">
            <ul class="rows settings">
              {pages.map(({ path, setting }) =>
                setting === undefined ? null : (
                  <li>
                    <div>
                      <a href={path}>{setting.label}</a>
                      <span class="hint">{setting.about}</span>
                    </div>
                  </li>
                )
              )}
            </ul>
          </section>
        </>
      )
    })
})
