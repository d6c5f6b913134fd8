import { expect, test } from "bun:test"
import { QrCode } from "../../../src/annexes/page/frame/qr-code.tsx"
import { metricsLink, workoutsLink } from "../../../src/annexes/page/settings/phone-apps.tsx"
import { onPhoneLink, onPhoneView } from "../../../src/annexes/page/today/on-phone.tsx"
import { scanned } from "./qr.ts"

const TOKEN = `fettle_live_${"a1b2c3d4".repeat(6)}_0abcdef`
const destination = { address: "https://fettle.example.com/ingest", header: `Bearer ${TOKEN}` }

/** The parameters that the documentation of Health Auto Export names for its deep links. */
const NAMED = [
  "url",
  "name",
  "headers",
  "format",
  "datatype",
  "metrics",
  "exportversion",
  "aggregatedata",
  "interval",
  "syncinterval",
  "syncquantity",
  "enabled"
]

test("the links of Health Auto Export use its documented parameters, and a camera reads them", () => {
  for (const link of [metricsLink(destination), workoutsLink(destination)]) {
    const { protocol, host, searchParams } = new URL(link)
    expect([protocol, host]).toEqual(["com.healthexport:", "automation"])
    expect([...searchParams.keys()].filter((name) => !NAMED.includes(name))).toEqual([])
    expect(searchParams.get("url")).toBe(destination.address)
    expect(searchParams.get("headers")).toBe(`Authorization,${destination.header}`)
    expect(scanned(String(QrCode({ text: link, label: "" })))).toBe(link)
  }
})

test("the link in a code keeps the token in its fragment, from which the page takes it", () => {
  const { pathname, search, hash } = new URL(onPhoneLink("https://fettle.example.com", "hc-webhook", TOKEN))
  expect([pathname, search, hash]).toEqual(["/app/phone", "", `#hc-webhook.${TOKEN}`])
  const view = onPhoneView(destination.address)
  expect(String(view.content)).toContain(destination.address)
  expect(view.scripts?.map(({ source }) => source).join()).toContain("history.replaceState")
})
