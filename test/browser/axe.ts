import axe from "axe-core"
import type { Page } from "playwright-core"

/** What axe finds wrong with a page as it stands: each rule with the elements that break it. */
export const violationsOn = async (page: Page): Promise<ReadonlyArray<string>> => {
  // Evaluated by the debugger, which the page's policy does not bind.
  await page.evaluate(axe.source)
  const found = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')))"
  )
  return found as ReadonlyArray<string>
}
