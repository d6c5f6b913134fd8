import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { chromium } from "playwright-core"

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

/** The browser that is installed, or the one that CHROMIUM names. A test without it fails: it would have looked at nothing. */
const executable = (): string => {
  const path = process.env.CHROMIUM ?? NAMES.map((name) => Bun.which(name)).find((path) => path !== null)
  if (path !== undefined && path !== null) return path
  throw new Error(
    "These tests need Chromium, and none is installed (on Debian: apt-get install chromium). CHROMIUM may name its path."
  )
}

/** What Chromium would do of its own accord, and a test must not depend on. */
const QUIET = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run"
]

/** Milliseconds that whatever a page should show may take to come. */
const PATIENCE = 20_000

/** A browser with an empty profile of its own, closed and forgotten when disposed of. */
export const openBrowser = async ({
  viewport = { width: 1280, height: 900 },
  ...options
}: Pick<
  Parameters<typeof chromium.launchPersistentContext>[1] & object,
  "viewport" | "colorScheme" | "javaScriptEnabled"
> = {}) => {
  const profile = mkdtempSync(join(tmpdir(), "fettle-browser-"))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable(),
    args: QUIET,
    chromiumSandbox: false,
    headless: true,
    viewport,
    ...options
  })
  context.setDefaultTimeout(PATIENCE)
  return {
    context,
    [Symbol.asyncDispose]: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    }
  }
}
