import { type Browser, type BrowserContextOptions, chromium } from "playwright-core"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/**
 * Chromium without windows, tabs and dialogs, which no test looks at: the same pages take two thirds of the CPU time. It
 * cannot ask for a camera.
 */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"]

/**
 * The first of these browsers that is installed, or the one that CHROMIUM names. Without a browser a test fails, because it would have checked
 * nothing.
 */
const executable = (names: ReadonlyArray<string>): string => {
  const path = process.env.CHROMIUM ?? names.map((name) => Bun.which(name)).find((path) => path !== null)
  if (path !== undefined && path !== null) return path
  throw new Error(
    "These tests need Chromium, and none is installed (on Debian: apt-get install chromium). CHROMIUM may name its path."
  )
}

/** Turns off what Chromium does of its own accord, because tests must not depend on it. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  // A name without TLS, which browsers trust less than localhost.
  "--host-resolver-rules=MAP fettle.test 127.0.0.1",
  "--no-first-run"
]

/** Milliseconds to wait for anything that a page should show. */
const PATIENCE = 20_000

const options = (names: ReadonlyArray<string>, more: ReadonlyArray<string> = []) => ({
  executablePath: executable(names),
  args: [...QUIET, ...more],
  chromiumSandbox: false,
  headless: true
})

/** Starts the whole of Chromium, with `more` arguments, which takes a second. Disposing of it ends it. */
export const launch = (more: ReadonlyArray<string> = []): Promise<Browser> => chromium.launch(options(NAMES, more))

/** Starts Chromium for a test, without what shows it to a person if it is installed without that, too. */
export const launchShell = (): Promise<Browser> => chromium.launch(options([...SHELLS, ...NAMES]))

/** An empty profile in a browser, closed and deleted when disposed of. */
export const openProfile = async (
  browser: Browser,
  options: Pick<
    BrowserContextOptions,
    | "viewport"
    | "colorScheme"
    | "javaScriptEnabled"
    | "hasTouch"
    | "deviceScaleFactor"
    | "serviceWorkers"
    | "timezoneId"
    | "permissions"
  > = {}
) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(PATIENCE)
  return { context, [Symbol.asyncDispose]: () => context.close() }
}
