import type { BrowserContext, Page } from "playwright-core"
import { UserId } from "../../src/values/ids.ts"
import { anyDatabase } from "../faults/servers.ts"
import { kept } from "../support/kept.ts"
import { fettle, type SettingsOfProcess, startServer } from "../support/process.ts"
import { peopleOn } from "./people.ts"

/** A virtual device with a fingerprint sensor, simulated by Chromium. */
export const addAuthenticator = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  await session.send("WebAuthn.enable")
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
}

/** A page that must log no error and request no other host than the service; `faults` has what it did. */
const openPageOf = async (baseUrl: string, context: BrowserContext) => {
  const page = await context.newPage()
  const faults: Array<string> = []
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()))
  page.on("pageerror", (error) => faults.push(error.message))
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url())
    if (/^https?:/.test(protocol) && origin !== baseUrl) faults.push(`asked ${origin}`)
  })
  return { page, faults }
}

/** Signs a browser in with a login link, without the pages that a person sees on the way and after it. */
const signInWith = async (page: Page, link: string) => {
  const { origin, searchParams } = new URL(link)
  const response = await page.context().request.post(`${origin}/app/login`, {
    form: { link: searchParams.get("link") ?? "" },
    headers: { origin },
    maxRedirects: 0
  })
  if (response.status() !== 303) throw new Error(`The link signs nobody in: ${response.status()}`)
}

/** Where a service runs, and how commands reach its database. */
export interface Found {
  readonly settings: SettingsOfProcess
  readonly welcome: string
  readonly baseUrl: string
}

/** A running service, for a person with a browser. Disposing of it ends what this process needs to reach it. */
const serviceAt = ({ settings, welcome, baseUrl }: Found) => {
  const firstUser = UserId.make(/usr_\w+/.exec(welcome)?.[0] ?? "")

  /** Runs a command beside the service, and returns its output, which is JSON. */
  const command = async (...args: ReadonlyArray<string>): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout, stderr } = await fettle(settings, ...args, "--json")
    if (stderr !== "") throw new Error(stderr)
    return JSON.parse(stdout)
  }

  const { newPerson, newToken, liveTenYears, ...people } = peopleOn(settings, baseUrl)
  /** Another login link, as the operator makes it. */
  const newLink = (userId = firstUser) => people.newLink(userId)

  return {
    welcome,
    baseUrl,
    command,
    newPerson,
    newToken,
    liveTenYears,
    newLink,
    openPage: (context: BrowserContext) => openPageOf(baseUrl, context),
    signIn: async (page: Page, userId = firstUser) => signInWith(page, await newLink(userId)),
    /** The same through the pages that a person sees. */
    signInByHand: async (page: Page, userId = firstUser) => {
      await page.goto(await newLink(userId))
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.waitForURL(/\/app/)
    },
    [Symbol.asyncDispose]: people[Symbol.asyncDispose]
  }
}

/** A service with its own database. Disposing of it ends both. */
export const startFound = async (): Promise<{ readonly found: Found } & AsyncDisposable> => {
  const database = await anyDatabase()
  const { welcome, baseUrl, ...server } = await startServer(database.settings)
  return {
    found: { settings: { ...database.settings, PORT: new URL(baseUrl).port }, welcome, baseUrl },
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    }
  }
}

/** The same, for a person with a browser. */
export const startService = async () => {
  const { found, ...started } = await startFound()
  const service = serviceAt(found)
  return {
    ...service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]()
      await started[Symbol.asyncDispose]()
    }
  }
}

/** The service that `test/run.ts` has started for this process, if it has. */
const given: Found | undefined =
  process.env.TEST_SERVICES === undefined
    ? undefined
    : JSON.parse(process.env.TEST_SERVICES)[Number(process.env.BUN_TEST_WORKER_ID) - 1]

/** A service for tests that make their own people. All files that a process runs share it. */
export const sharedService = kept(async () => (given === undefined ? startService() : serviceAt(given)))
