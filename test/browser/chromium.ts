import type { Browser } from "playwright-core"
import { kept } from "../support/kept.ts"
import { launchShell, openProfile } from "./launch.ts"

const forThisFile = kept(launchShell)

let lasting: Promise<Browser> | undefined

/** A process that runs many files keeps its Chromium, which ends with it. */
const browser = (): Promise<Browser> => {
  if (process.env.TEST_SERVICES === undefined) return forThisFile()
  lasting ??= launchShell()
  return lasting
}

/** A browser with an empty profile, closed and deleted when disposed of. */
export const openBrowser = async (options: Parameters<typeof openProfile>[1] = {}) =>
  openProfile(await browser(), options)
