import type { Page } from "playwright-core"

/** Lets a page's text be as large as a person may set it in their browser; 16 px is the usual size. */
export const typeSizes = async (page: Page) => {
  const debug = await page.context().newCDPSession(page)
  return (size: number) => debug.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } })
}

/** The size of a page's text, in pixels. Tests of large type check it, as a page may set its own. */
export const typeSizeOf = (page: Page): Promise<number> =>
  page.evaluate<number>("parseFloat(getComputedStyle(document.documentElement).fontSize)")
