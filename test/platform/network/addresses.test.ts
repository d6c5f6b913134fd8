import { describe, expect, test } from "bun:test"
import { addresses } from "../../../src/platform/network/addresses.ts"

describe("addresses and networks", () => {
  const of = (...items: ReadonlyArray<string>) => addresses(items)

  test.each([
    ["10.0.0.9", ["10.0.0.9", "::ffff:10.0.0.9"], ["10.0.0.8", "::a00:9", "", "unix"]],
    ["10.0.0.5/8", ["10.255.1.2", "::ffff:10.1.1.1"], ["11.0.0.1", "::1"]],
    ["2001:db8::/32", ["2001:db8:ffff::1"], ["2001:db9::1", "32.1.13.184"]],
    ["::1", ["::1", "0:0:0:0:0:0:0:1"], ["127.0.0.1", "::2"]],
    ["0.0.0.0/0", ["203.0.113.9"], ["2001:db8::1"]],
    ["::/0", ["2001:db8::1"], ["203.0.113.9"]]
  ])("%s contains its own, in every notation, and no others", (item, own, others) => {
    const set = of("192.0.2.77", item)
    expect(own.map((address) => [address, set?.has(address)])).toEqual(own.map((address) => [address, true]))
    expect(others.map((address) => [address, set?.has(address)])).toEqual(others.map((address) => [address, false]))
  })

  test("an empty list contains none", () => {
    expect([of()?.isEmpty, of()?.has("10.0.0.9")]).toEqual([true, false])
  })

  test.each([
    "10.0.0",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0.0/-1",
    "/8",
    "::/129",
    "proxy.example.com",
    "010.0.0.1",
    "1",
    "*"
  ])("%s is neither an address nor a network", (item) => {
    expect(of("10.0.0.1", item)).toBeUndefined()
  })
})
