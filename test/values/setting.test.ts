import { describe, expect, test } from "bun:test"
import { type Config, ConfigProvider, Effect, Either } from "effect"
import { list, onOrOff, parseBaseUrl, parseHeaders, whole } from "../../src/values/setting.ts"

/** What a setting gives for a text, or why it refuses it. */
const read = <A>(config: Config.Config<A>, text?: string): A | string => {
  const provider = ConfigProvider.fromMap(new Map(text === undefined ? [] : [["NAME", text]]))
  const result = Effect.runSync(Effect.either(Effect.withConfigProvider(config, provider)))
  return Either.getOrElse(result, String)
}

test("a whole number is between its bounds, and its default if it is blank", () => {
  const port = whole("NAME", 8080, 1, 65_535)
  expect([undefined, " ", "1", " 65535 "].map((text) => read(port, text))).toEqual([8080, 8080, 1, 65_535])
  for (const text of ["0", "65536", "1.5", "-1", "port"]) {
    expect(read(port, text)).toContain(`is "${text}", and must be a whole number from 1 to 65535`)
  }
})

test("what is on or off is nothing else", () => {
  expect([undefined, "on", "off"].map((text) => read(onOrOff("NAME", "on"), text))).toEqual([true, true, false])
  expect(read(onOrOff("NAME", "off"))).toBe(false)
  expect(read(onOrOff("NAME", "on"), "yes")).toContain('is "yes", and must be on or off')
})

test("items are separated by commas, and blank ones left out", () => {
  expect(
    read(
      list("NAME", (items) => items, ""),
      " a, b ,,c,"
    )
  ).toEqual(["a", "b", "c"])
})

describe("an address of the service", () => {
  test("is http or https, and has neither path, query, fragment nor user", () => {
    for (const url of ["https://fit.example", "http://localhost:8080/", "http://[::1]:80"])
      expect(parseBaseUrl(url)?.href).toBe(new URL(url).href)
    for (const url of [
      "ftp://fit.example",
      "https://fit.example/app",
      "https://fit.example?a=1",
      "https://fit.example#a",
      "https://me@fit.example",
      "fit.example"
    ])
      expect([url, parseBaseUrl(url)]).toEqual([url, undefined])
  })
})

test("headers are pairs with percent-encoded values of printable characters", () => {
  expect(parseHeaders("X-Key=a%20b, other = c ,")).toEqual({ "x-key": "a b", other: "c" })
  for (const text of ["X-Key", "X Key=a", "x=%zz", "x=%00"])
    expect([text, parseHeaders(text)]).toEqual([text, undefined])
})
