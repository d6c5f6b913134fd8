import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"

/** Where to put screenshots, for people to look at; nowhere unless it is asked for. */
const folder = process.env.SCREENSHOTS

/** Takes a picture of a page in both colour schemes, if pictures are asked for. */
export const shoot = async (page: Page, name: string, fullPage = true): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name.replace(/\W+/g, "-")}-${colorScheme}.png`), fullPage })
  }
}
