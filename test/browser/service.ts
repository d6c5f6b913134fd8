import type { BrowserContext, Page } from "playwright-core"
import { UserId } from "../../src/values/ids.ts"
import { anyDatabase } from "../faults/servers.ts"
import { kept } from "../support/kept.ts"
import { fettle, startServer } from "../support/process.ts"
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
export const openPageOf = async (baseUrl: string, context: BrowserContext) => {
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

/** A running service with its own database, for a person with a browser. Disposing of it ends both. */
export const startService = async () => {
  const database = await anyDatabase()
  const server = await startServer(database.settings)
  const settings = { ...database.settings, PORT: new URL(server.baseUrl).port }
  const firstUser = UserId.make(/usr_\w+/.exec(server.welcome)?.[0] ?? "")

  /** Runs a command beside the service, and returns its output, which is JSON. */
  const command = async (...args: ReadonlyArray<string>): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout, stderr } = await fettle(settings, ...args, "--json")
    if (stderr !== "") throw new Error(stderr)
    return JSON.parse(stdout)
  }

  const people = peopleOn(settings, server.baseUrl)
  const { newPerson, liveTenYears } = people
  /** Another login link, as the operator makes it. */
  const newLink = (userId = firstUser) => people.newLink(userId)

  const openPage = (context: BrowserContext) => openPageOf(server.baseUrl, context)

  const signIn = async (page: Page, userId = firstUser) => {
    await page.goto(await newLink(userId))
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(/\/app/)
  }

  return {
    ...server,
    command,
    newPerson,
    liveTenYears,
    newLink,
    openPage,
    signIn,
    [Symbol.asyncDispose]: async () => {
      await people[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    }
  }
}

/** A service for tests that make their own people; files that run in one process share it. */
export const sharedService = kept(startService)
