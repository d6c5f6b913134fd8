import { expect, test } from "bun:test"
import { Effect } from "effect"
import { allowedAddresses, WebhookHosts } from "../../../src/annexes/webhooks/destination.ts"
import { send } from "../../../src/annexes/webhooks/send.ts"
import { sendDue } from "../../../src/annexes/webhooks/sender.ts"
import { addWebhook, listWebhooks } from "../../../src/annexes/webhooks/webhooks.ts"
import { newPerson, output } from "../../support/app.ts"
import { makeReceiver, overDatabases } from "./support.ts"

const hostsOf = (...answers: ReadonlyArray<ReadonlyArray<string>>) => {
  let asked = 0
  return {
    addressesOf: async () => answers[Math.min(asked++, answers.length - 1)] ?? [],
    asked: () => asked
  }
}

const PUBLIC = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]
const PRIVATE = ["10.1.2.3", "172.16.0.1", "192.168.1.5", "127.0.0.1", "127.9.9.9", "100.64.0.1", "::1", "fd12:3456::1"]
const MAPPED = ["::ffff:10.1.2.3", "::ffff:127.0.0.1", "::ffff:a00:1"]
const NEVER = [
  "169.254.169.254",
  "::ffff:169.254.169.254",
  "fe80::1",
  "0.0.0.0",
  "::",
  "255.255.255.255",
  "224.0.0.1",
  "ff02::1",
  "192.0.2.1",
  "198.18.0.1",
  "240.0.0.1",
  "100.100.100.200",
  "fd00:ec2::254",
  "64:ff9b::a00:1",
  "2002:a00:1::",
  "2001:db8::1"
]

const allows = async (url: string, address: string, reach: "public" | "private") =>
  (await allowedAddresses(hostsOf([address]), new URL(url), reach)).length > 0

test("public addresses are sent to over https alone, private ones only by the operator's leave", async () => {
  for (const address of PUBLIC) {
    expect([address, await allows("https://a.example", address, "public")]).toEqual([address, true])
    expect([address, await allows("https://a.example", address, "private")]).toEqual([address, true])
    expect([address, await allows("http://a.example", address, "private")]).toEqual([address, false])
  }
  for (const address of [...PRIVATE, ...MAPPED]) {
    expect([address, await allows("https://a.example", address, "public")]).toEqual([address, false])
    expect([address, await allows("https://a.example", address, "private")]).toEqual([address, true])
    expect([address, await allows("http://a.example", address, "private")]).toEqual([address, true])
  }
  for (const address of NEVER) {
    expect([address, await allows("https://a.example", address, "public")]).toEqual([address, false])
    expect([address, await allows("http://a.example", address, "private")]).toEqual([address, false])
  }
})

test("addresses in other notations are the same addresses", async () => {
  for (const host of ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::ffff:7f00:1]", "[::1]"]) {
    const url = new URL(`https://${host}/`)
    expect([host, await allowedAddresses(hostsOf([]), url, "public")]).toEqual([host, []])
  }
})

test("one forbidden address among others is enough, and those of IPv4 come first", async () => {
  const [four = "", six = ""] = PUBLIC
  expect(await allowedAddresses(hostsOf([four, "10.0.0.1"]), new URL("https://a.example"), "public")).toEqual([])
  expect(await allowedAddresses(hostsOf([six, four]), new URL("https://a.example"), "public")).toEqual([four, six])
})

test("the address that was checked is the one connected to, under the URL's host", async () => {
  const receiver = makeReceiver()
  const { port } = new URL(receiver.url)
  // The name leads to the receiver once, and to a forbidden address at every later look-up.
  const hosts = hostsOf(["127.0.0.1"], ["169.254.169.254"])
  const url = new URL(`http://changing.test:${port}/hook`)
  expect(
    await send(hosts, url, "private", { "webhook-id": "msg_1" }, '{"type":"a","timestamp":"b","data":{}}', 5000)
  ).toEqual({
    status: 204
  })
  expect(hosts.asked()).toBe(1)
  expect(receiver.got[0]?.headers.get("host")).toBe(`changing.test:${port}`)
  expect(await send(hosts, url, "private", {}, "{}", 5000)).toEqual({ fault: "forbidden address" })
  expect(receiver.got).toHaveLength(1)
  await receiver.stop()
})

test("an address that does not answer gives way to the next one", async () => {
  const receiver = makeReceiver()
  const { port } = new URL(receiver.url)
  const url = new URL(`http://several.test:${port}/hook`)
  const body = '{"type":"a","timestamp":"b","data":{}}'
  expect(await send(hostsOf(["127.0.0.2", "127.0.0.1"]), url, "private", {}, body, 5000)).toEqual({ status: 204 })
  await receiver.stop()
})

test("an unknown host is no forbidden one", async () => {
  const hosts = { addressesOf: () => Promise.reject(new Error("ENOTFOUND")) }
  expect(await send(hosts, new URL("https://none.test"), "public", {}, "{}", 5000)).toEqual({ fault: "unknown host" })
})

overDatabases("webhooks without private addresses", {}, (service, receiver) => {
  test("refuse them when they are added, and say what the operator can set", async () => {
    const { id } = await newPerson(service())
    const refused = async (url: string) => {
      const exit = await service().run(Effect.either(addWebhook(id, url)))
      return exit._tag === "Left" ? exit.left.message : "added"
    }
    expect(await refused("https://127.0.0.1/hook")).toContain("WEBHOOKS_PRIVATE=on")
    expect(await refused("https://[::ffff:192.168.0.1]/hook")).toContain("WEBHOOKS_PRIVATE=on")
    expect(await refused("https://169.254.169.254/latest")).toContain("nothing can be received")
    for (const url of ["http://example.com/", "ftp://example.com", "https://a:b@example.com", "nonsense", ""])
      expect(await refused(url)).toContain("must be an https URL")
    expect(await service().run(listWebhooks(id))).toEqual([])
  })

  test("send nothing to a host that has become private since", async () => {
    const person = await newPerson(service())
    const to = receiver()
    const { port } = new URL(to.url)
    const hosts = hostsOf(["93.184.216.34"], ["127.0.0.1"])
    const hook = await service().run(
      Effect.provideService(addWebhook(person.id, `https://moving.test:${port}/`), WebhookHosts, hosts)
    )
    expect(hook.id).toStartWith("hook_")
    await output(person.rest("set_body_metrics", { metric: "steps", readings: [{ value: 1 }] }))
    await service().run(Effect.provideService(sendDue, WebhookHosts, hosts))
    expect(to.got).toEqual([])
    expect((await service().run(listWebhooks(person.id)))[0]).toMatchObject({ waiting: 1 })
  })
})
