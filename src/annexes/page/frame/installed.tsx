/** @jsxImportSource hono/jsx */
import { readFileSync } from "node:fs"
import { Effect } from "effect"
import { assetPath } from "../../../platform/assets/assets.ts"
import { open, type Route } from "../../../surfaces/web/router.ts"
import { unchanging } from "../../../surfaces/web/unchanging.ts"
import { HOME_PATH, MANIFEST_PATH, OFFLINE_PATH, TOUCH_ICON_PATH, WORKER_PATH } from "./paths.ts"
import { htmlOf, policyHeader } from "./respond.tsx"
import { workerScript } from "./scripts.ts"
import type { View } from "./view.ts"

const ICONS = "/app/icons"

const icon = (name: string, size: number, purpose: "any" | "maskable") => ({
  src: `${ICONS}/${name}`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose
})

/** Name and appearance of the installed page. The same for everybody. */
const MANIFEST = {
  id: HOME_PATH,
  name: "Fettle",
  short_name: "Fettle",
  description: "Your food diary, workouts, readings and goals.",
  lang: "en",
  start_url: HOME_PATH,
  scope: HOME_PATH,
  display: "standalone",
  theme_color: "#176b4d",
  background_color: "#f6f8f7",
  icons: [
    icon("icon-192.png", 192, "any"),
    icon("icon-512.png", 512, "any"),
    icon("maskable-512.png", 512, "maskable")
  ],
  shortcuts: [
    { name: "Log food", url: "/app/diary", icons: [icon("icon-192.png", 192, "any")] },
    { name: "Start a workout", url: "/app/workouts/log", icons: [icon("icon-192.png", 192, "any")] }
  ]
}

/** Shown offline instead of a page that this device does not have. */
const offlineView: View = {
  title: "No network",
  isFormless: true,
  content: (
    <section class="card">
      <h1>No network</h1>
      <p>This page is not kept on this device, because it was not opened here before. What waits to be sent is safe.</p>
      <div class="buttons">
        <a class="button" href="/app/diary">
          Log food
        </a>
        <a class="button quiet" href="/app/workouts/log">
          Log a workout
        </a>
        <a class="button quiet" href={HOME_PATH}>
          Today
        </a>
      </div>
    </section>
  )
}

const iconRoute = (path: string): Route =>
  open(
    path,
    unchanging({
      body: readFileSync(assetPath(`src/annexes/page/icons/${path.slice(ICONS.length + 1)}`)),
      contentType: "image/png",
      headers: { "cache-control": "public, max-age=86400" }
    })
  )

/** What a browser needs to install the page and show it offline. None of it contains personal data. */
export const installedRoutes = Effect.gen(function* () {
  const worker = yield* Effect.promise(workerScript)
  const routes: ReadonlyArray<Route> = [
    open(
      MANIFEST_PATH,
      unchanging({ body: JSON.stringify(MANIFEST), contentType: "application/manifest+json; charset=utf-8" })
    ),
    open(
      WORKER_PATH,
      unchanging({
        body: worker,
        contentType: "text/javascript; charset=utf-8",
        // Without it, the worker's scope would not include /app itself, which is above its folder.
        headers: { "service-worker-allowed": HOME_PATH }
      })
    ),
    open(
      OFFLINE_PATH,
      unchanging({
        body: htmlOf(offlineView, {
          current: OFFLINE_PATH,
          standing: undefined,
          nav: [],
          home: HOME_PATH,
          message: undefined
        }),
        contentType: "text/html; charset=utf-8",
        headers: { ...policyHeader(offlineView), "referrer-policy": "same-origin" }
      })
    ),
    ...[...new Set([...MANIFEST.icons.map(({ src }) => src), TOUCH_ICON_PATH])].map(iconRoute)
  ]
  return routes
})
