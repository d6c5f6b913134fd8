import { expect, test } from "bun:test"
import { newPerson, overOneDatabase } from "../../support/app.ts"
import { formsOf, jobEnded, signIn } from "./support.ts"

const PATH = "/app/settings/history"
const FILE = "date,weight (kg)\n2026-03-14,81.2\n"
const OPTIONS = ["source", "weightUnit", "distanceUnit", "locale", "person", "column", "steps", "overwrite"] as const

/** The options that a page shows, each as often as it is there: those in view, and those in a fold. */
const optionsIn = (html: string) => {
  const [, fold = ""] = /<details>\s*<summary>More options<\/summary>(.*?)<\/details>/s.exec(html) ?? []
  const namesIn = (text: string) => [...text.matchAll(/ id="check-(\w+)"/g)].map(([, name]) => name)
  return { shown: namesIn(html.replace(fold, "")), folded: namesIn(fold) }
}

overOneDatabase("the options of an import", (service) => {
  test("are folded, all and once, both before a file is looked through and after it", async () => {
    const browser = await signIn(service(), await newPerson(service()))
    const form = formsOf((await browser.get(PATH)).html).find(({ hidden }) => hidden.action === "part")
    const part = { name: "a.csv", size: String(FILE.length), at: "0", data: Buffer.from(FILE).toString("base64url") }
    expect((await browser.post(PATH, { ...form?.hidden, ...part })).status).toBe(303)
    expect(optionsIn((await browser.get(PATH)).html)).toEqual({ shown: [], folded: [...OPTIONS] })
    await browser.submit(PATH, "check")
    const html = await jobEnded(browser, PATH)
    expect(html).toContain("Look through it again")
    expect(optionsIn(html)).toEqual({ shown: [], folded: [...OPTIONS] })
    await browser.submit(PATH, "cancel")
  })
})
