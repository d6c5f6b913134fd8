import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"

/** Where to save screenshots for people to look at; undefined if nobody asked for them. */
const folder = process.env.SCREENSHOTS

/** Takes a screenshot of a page in both colour schemes, if screenshots were asked for. */
export const shoot = async (page: Page, name: string, fullPage = true): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, "-")}-${colorScheme}.png`), fullPage })
  }
}
