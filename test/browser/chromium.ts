import { afterAll } from "bun:test"
import { launch, openProfile } from "./launch.ts"

/** One for all tests of a file. */
let browser: ReturnType<typeof launch> | undefined

afterAll(async () => {
  await (await browser)?.close()
})

/** A browser with an empty profile, closed and deleted when disposed of. */
export const openBrowser = async (options: Parameters<typeof openProfile>[1] = {}) => {
  browser ??= launch()
  return openProfile(await browser, options)
}
