import { expect, test } from "bun:test"
import { newPerson, output, overEveryDatabase } from "../../support/app.ts"
import { importContent } from "../imports/support.ts"
import { formsOf, signIn } from "./support.ts"

const PATH = "/app/trends/readings?metric=weight&to=2026-03-20"

/** Each listed reading with where it comes from. */
const rowsIn = (html: string) =>
  [...html.matchAll(/<strong>([^<]*)<\/strong> <span class="soft">([^<]*)<\/span>/g)].map(
    ([, value, source]) => `${value}: ${source}`
  )

overEveryDatabase("the list of readings", (service) => {
  test("says where each comes from, and changes it in its place, asking about what is hardly meant", async () => {
    const person = await newPerson(service())
    await importContent(service(), person, "weights.csv", "date,weight (kg)\n2026-03-10,81.2\n2026-03-12,80.9\n")
    await output(
      person.rest("set_body_metrics", {
        metric: "weight",
        readings: [{ value: 80.5, unit: "kg", date: "2026-03-14" }]
      })
    )
    const browser = await signIn(service(), person)
    const rows = async () => rowsIn((await browser.get(PATH)).html)
    const change = async (date: string, value: string) => {
      const form = formsOf((await browser.get(`${PATH}&change=${date}`)).html).find(
        ({ hidden }) => hidden.action === "change"
      )
      return browser.post(form?.to ?? "", { ...form?.hidden, value })
    }
    expect(await rows()).toEqual(["80.5 kg: typed", "80.9 kg: A table of your own", "81.2 kg: A table of your own"])

    const changed = await change("2026-03-12", "178 lb")
    expect(changed.status).toBe(303)
    expect(changed.headers.get("location")).toStartWith(PATH)
    expect((await browser.follow(changed)).html).toContain("Weight 80.74 kg is saved for 12 Mar 2026.")
    expect(await rows()).toEqual([
      "80.5 kg: typed",
      "80.74 kg: A table of your own, changed since",
      "81.2 kg: A table of your own"
    ])

    const asked = await change("2026-03-14", "eighty")
    expect(asked.status).toBe(400)
    expect(asked.html).toContain('aria-describedby="change-value-fault"')
    const odd = await change("2026-03-14", "108.5")
    expect(odd.status).toBe(200)
    expect(odd.html).toContain("It is right")
    expect((await rows()).at(0)).toBe("80.5 kg: typed")
  })
})
