import dns from "node:dns"

/* Loaded into a server before its own code: redirects https://client.test to TEST_CLIENT_ORIGIN. A client's metadata document must come from a public https address, which a test does not have. */
const { TEST_CLIENT_ORIGIN = "" } = process.env
const HOST = "client.test"

const lookup = dns.promises.lookup
Object.assign(dns.promises, {
  lookup: (host: string, options: object) =>
    host === HOST ? Promise.resolve([{ address: "93.184.216.34", family: 4 }]) : lookup(host, options)
})

const original = globalThis.fetch
Object.assign(globalThis, {
  fetch: (url: string | URL | Request, init?: RequestInit) => {
    const { host, pathname } = new URL(url instanceof Request ? url.url : url)
    return host === HOST ? original(`${TEST_CLIENT_ORIGIN}${pathname}`, init) : original(url, init)
  }
})
