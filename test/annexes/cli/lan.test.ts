import { describe, expect, test } from "bun:test"
import type { NetworkInterfaceInfo } from "node:os"
import { lanAddresses, lineForPhone, openAddresses } from "../../../src/annexes/cli/serve/lan.ts"
import { codeFor } from "../../../src/annexes/cli/serve/terminal-code.ts"

const at = (address: string, internal = false): NetworkInterfaceInfo =>
  ({
    address,
    internal,
    family: address.includes(":") ? "IPv6" : "IPv4",
    netmask: "",
    mac: "",
    cidr: null,
    scopeid: 0
  }) as NetworkInterfaceInfo

const settings = (host: string, baseUrl = "http://localhost:3000", ...also: ReadonlyArray<string>) => ({
  host,
  port: 3000,
  baseUrl: new URL(baseUrl),
  alsoBaseUrls: also.map((url) => new URL(url))
})

test("the addresses for a telephone are the private ones, without those of containers", () => {
  expect(
    lanAddresses({
      lo: [at("127.0.0.1", true)],
      eth0: [at("192.168.1.5"), at("fe80::1")],
      wlan0: [at("10.0.0.7")],
      wan: [at("203.0.113.4"), at("172.32.0.1")],
      office: [at("172.31.255.1"), at("172.16.0.1")],
      docker0: [at("172.17.0.1")],
      "br-1f2e": [at("172.18.0.1")],
      gone: undefined
    })
  ).toEqual(["192.168.1.5", "10.0.0.7", "172.31.255.1", "172.16.0.1"])
})

describe("the line with which a telephone can open the service", () => {
  test.each([
    ["127.0.0.1", "HOST=0.0.0.0 ALSO_BASE_URLS=http://192.168.1.5:3000"],
    ["0.0.0.0", "ALSO_BASE_URLS=http://192.168.1.5:3000"],
    ["::", "ALSO_BASE_URLS=http://192.168.1.5:3000"]
  ])("opens a listener at %s as far as it has to", (host, line) => {
    expect(lineForPhone(settings(host), ["192.168.1.5"])).toBe(line)
  })

  test("keeps addresses that are set, and names each once", () => {
    const also = ["http://fettle.localhost:3000", "http://127.0.0.1:3000"]
    expect(lineForPhone(settings("0.0.0.0", undefined, ...also), ["192.168.1.5", "192.168.1.5"])).toBe(
      "ALSO_BASE_URLS=http://fettle.localhost:3000,http://127.0.0.1:3000,http://192.168.1.5:3000"
    )
  })

  test("is absent where there is no such network, and where a telephone can open it already", () => {
    expect(lineForPhone(settings("127.0.0.1"), [])).toBeUndefined()
    expect(lineForPhone(settings("0.0.0.0", undefined, "http://nas.local:3000"), ["192.168.1.5"])).toBeUndefined()
    expect(openAddresses(settings("0.0.0.0", undefined, "http://nas.local:3000"))).toEqual(["http://nas.local:3000"])
    expect(openAddresses(settings("127.0.0.1", "https://fettle.example"))).toEqual(["https://fettle.example"])
  })
})

test("a terminal gets the address as a code that has quiet modules around it, and a file gets none", () => {
  expect(codeFor("http://localhost:3000/app/login?link=a", false)).toEqual([])
  const [, code = ""] = codeFor("http://localhost:3000/app/login?link=a", true)
  const rows = code.split("\n")
  expect(new Set(rows.map((row) => [...row].length)).size).toBe(1)
  expect(rows.length).toBeGreaterThan(14)
  expect(codeFor("http://localhost:3000/app/login?link=b", true)).not.toEqual(["", code, ""])
})
