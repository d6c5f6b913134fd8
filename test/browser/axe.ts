import { createRequire } from "node:module"
import type { Page } from "playwright-core"

/** The short form, which a page reads in half the time. */
const axe = await Bun.file(createRequire(import.meta.url).resolve("axe-core/axe.min.js")).text()

/** The rules about colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"]

/** The violations that axe finds on a page with these options: each rule with the elements that break it. */
const foundOn = async (page: Page, rules: object): Promise<ReadonlyArray<string>> => {
  // Evaluated through the debugger, to which the page's policy does not apply.
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axe)
  const found = await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ["violations"], ...rules })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(', ')))`
  )
  return found as ReadonlyArray<string>
}

/** The violations that axe finds on a page: each rule with the elements that break it. */
export const violationsOn = (page: Page): Promise<ReadonlyArray<string>> => foundOn(page, {})

/**
 * The violations of all rules except those about colours. Takes a fifth of the time, for pages whose colours are
 * checked elsewhere.
 */
export const violationsButOfColours = (page: Page): Promise<ReadonlyArray<string>> =>
  foundOn(page, { rules: Object.fromEntries(OF_COLOURS.map((rule) => [rule, { enabled: false }])) })

/**
 * The violations in both colour schemes. In the dark one, only the rules about colours run, because nothing else
 * differs.
 */
export const violationsInBothSchemes = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.emulateMedia({ colorScheme: "dark" })
  const dark = await foundOn(page, { runOnly: { type: "rule", values: OF_COLOURS } })
  await page.emulateMedia({ colorScheme: "light" })
  return [...dark.map((found) => `dark ${found}`), ...(await violationsOn(page))]
}
