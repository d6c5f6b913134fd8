import { chromium } from "playwright-core"
import { kept } from "../support/kept.ts"
import { launchShell, openProfile } from "./launch.ts"

/** Where the Chromium answers that `test/run.ts` has started for this process, if it has. */
const endpoint = process.env.TEST_CHROMIUM?.split(" ")[Number(process.env.BUN_TEST_WORKER_ID) - 1]

const browser = kept(() => (endpoint === undefined ? launchShell() : chromium.connect(endpoint)))

/** A browser with an empty profile, closed and deleted when disposed of. */
export const openBrowser = async (options: Parameters<typeof openProfile>[1] = {}) =>
  openProfile(await browser(), options)
