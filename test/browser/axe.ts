import axe from "axe-core"
import type { Page } from "playwright-core"

/** The rules that look at colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"]

/** What axe finds wrong with a page as it stands, by some rules or by all: each rule with the elements that break it. */
const foundOn = async (page: Page, rules: object): Promise<ReadonlyArray<string>> => {
  // Evaluated by the debugger, which the page's policy does not bind.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe.source)
  const found = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...rules })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')))`
  )
  return found as ReadonlyArray<string>
}

/** What axe finds wrong with a page as it stands: each rule with the elements that break it. */
export const violationsOn = (page: Page): Promise<ReadonlyArray<string>> => foundOn(page, {})

/** What the rules that do not look at colours find, which takes a fifth of the time: of what is looked at by all rules elsewhere. */
export const violationsButOfColours = (page: Page): Promise<ReadonlyArray<string>> =>
  foundOn(page, { rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])) })

/** What axe finds in both colour schemes. In the dark one only the rules about colours are asked, as nothing else is different there. */
export const violationsInBothSchemes = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await foundOn(page, { runOnly: { type: "rule", values: OF_COLOURS } })
  await page.emulateMedia({ colorScheme: "light" })
  return [...dark.map((found) => `dark ${found}`), ...(await violationsOn(page))]
}
