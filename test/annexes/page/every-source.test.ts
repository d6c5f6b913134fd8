import { beforeAll, expect, test } from "bun:test"
import { SOURCE_ROWS, SOURCES } from "../../../src/annexes/imports/sources.ts"
import { newPerson, overOneDatabase } from "../../support/app.ts"
import { smallestOf } from "../imports/reading.ts"
import { type Browser, formsOf, jobEnded, signIn, unescaped } from "./support.ts"

const PATH = "/app/settings/history"

/** What a person can state on the page about a file. */
const ASKED: ReadonlySet<string> = new Set(["source", "weightUnit", "distanceUnit", "locale", "person"])

// A page previews what was read the same over every database.
overOneDatabase("the page of imports", (service) => {
  let browser: Browser
  beforeAll(async () => {
    browser = await signIn(service(), await newPerson(service()))
  })

  const upload = async (name: string, content: Uint8Array): Promise<void> => {
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    const data = Buffer.from(content).toString("base64url")
    const part = { ...form?.hidden, name, size: String(content.byteLength), at: "0", data }
    expect((await browser.post(PATH, part)).status).toBe(303)
  }

  /** The page's text once its job has ended. */
  const ended = async (): Promise<string> => {
    const html = await jobEnded(browser, PATH)
    return unescaped(html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "))
  }

  test.each(SOURCES.map((source) => [SOURCE_ROWS[source].name, source] as const))(
    "the page previews an export of %s",
    async (shownName, source) => {
      const { name, options, content } = smallestOf(source, ASKED)
      await upload(name, content)
      const stated = Object.entries(options).map(([option, value]) => [option, String(value)])
      await browser.submit(PATH, "check", Object.fromEntries(stated))
      const preview = await ended()
      expect(preview).toContain("What would be done")
      expect(preview).toContain(name)
      expect(preview).toContain(shownName)
      const [, read = "0"] = /(\d+) rows:/.exec(preview) ?? []
      expect(Number(read)).toBeGreaterThan(0)
      await browser.submit(PATH, "cancel")
    }
  )
})
