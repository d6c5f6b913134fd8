import { afterAll, expect, test } from "bun:test"
import type { BrowserContext, Page } from "playwright-core"
import { bundleScript } from "../../src/annexes/page/frame/scripts.ts"
import { openBrowser } from "./chromium.ts"

/** How many people sign out again and again, how often each at least, and for how long, in milliseconds. */
const AT_ONCE = 2
const FEWEST = 12
const DURATION = Number(process.env.SIGN_OUT_MILLIS ?? 15_000)

const [main, worker] = await Promise.all([bundleScript("main"), bundleScript("worker")])

const script = (source: string) =>
  new Response(source, { headers: { "content-type": "text/javascript", "service-worker-allowed": "/app" } })

const html = (user: string | undefined, body: string) =>
  new Response(
    `<!doctype html><html lang="en"${user === undefined ? "" : ` data-user="${user}"`}><title>x</title>${body}<script type="module" src="/app/assets/main.js"></script>`,
    { headers: { "content-type": "text/html; charset=utf-8" } }
  )

/**
 * The service's pages in small, with its own scripts: whoever has a session sees a page, which takes up to 80 ms, and a
 * form that ends the session. Every second session ends as in a browser that knows no `Clear-Site-Data`.
 */
const startSmallService = () => {
  const sessions = new Set<string>()
  let count = 0
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === "/app/worker.js") return script(worker)
      if (pathname === "/app/assets/main.js") return script(main)
      const session = /session=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? ""
      if (pathname === "/app/sign-out" && request.method === "POST") {
        sessions.delete(session)
        const headers = new Headers({ location: "/app/sign-in" })
        if (Number(session) % 2 === 0) headers.set("clear-site-data", '"storage"')
        return new Response(null, { status: 303, headers })
      }
      const user = sessions.has(session) ? `usr_${session}` : undefined
      if (user === undefined) {
        return pathname === "/app/sign-in" || pathname === "/app/offline"
          ? html(undefined, "Sign in")
          : new Response(null, { status: 303, headers: { location: "/app/sign-in" } })
      }
      await Bun.sleep(Math.random() * 80)
      return html(user, `<form action="/app/sign-out" method="post"><button>Sign out</button></form>`)
    }
  })
  const origin = `http://127.0.0.1:${server.port}`
  return {
    origin,
    signIn: async (context: BrowserContext) => {
      const session = String(++count)
      sessions.add(session)
      await context.addCookies([{ name: "session", value: session, url: origin }])
    },
    stop: () => server.stop(true)
  }
}

const service = startSmallService()
afterAll(() => service.stop())

/** The addresses of personal pages that the browser has stored. */
const storedOn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(`(async () => {
    const pages = []
    for (const name of await caches.keys())
      if (name.startsWith("fettle-pages-")) for (const { url } of await (await caches.open(name)).keys()) pages.push(url)
    return pages
  })()`)

const PATHS = ["/app/diary", "/app/workouts", "/app", "/app/goals", "/app/trends"]

/** Somebody signs out in one tab while two others load pages. Returns the pages that are stored afterwards. */
const leaveWhileLoading = async ([leaving, ...loading]: ReadonlyArray<Page>): Promise<ReadonlyArray<string>> => {
  if (leaving === undefined) throw new Error("There is no page")
  await service.signIn(leaving.context())
  await leaving.goto(`${service.origin}/app`)
  await leaving.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
  const left = leaving.waitForURL(/sign-in/)
  const wait = Math.random() * 120
  await leaving.evaluate(`void setTimeout(() => document.querySelector("form").requestSubmit(), ${wait})`)
  const load = async (page: Page) => {
    for (const path of PATHS) if (page.url() !== `${service.origin}/app/sign-in`) await page.goto(service.origin + path)
  }
  await Promise.all([left, ...loading.map((page) => load(page).catch(() => undefined))])
  await Bun.sleep(50)
  const stored = await storedOn(leaving)
  for (const page of loading) await page.goto("about:blank")
  return stored
}

/** Somebody signs in and out on a device of their own until the time is over, and often enough. */
const signOutUntil = async (end: number) => {
  await using device = await openBrowser()
  const pages = [await device.context.newPage(), await device.context.newPage(), await device.context.newPage()]
  const stored: Array<string> = []
  let count = 0
  for (; count < FEWEST || performance.now() < end; count++) stored.push(...(await leaveWhileLoading(pages)))
  return { stored, count }
}

test(
  "whoever signs out while other tabs load leaves no page on the device",
  async () => {
    const end = performance.now() + DURATION
    const all = await Promise.all(Array.from({ length: AT_ONCE }, () => signOutUntil(end)))
    const total = all.reduce((sum, { count }) => sum + count, 0)
    const stored = all.flatMap((each) => each.stored)
    console.log(`signed out ${total} times, ${stored.length} pages left`)
    expect(stored).toEqual([])
  },
  DURATION + 120_000
)
