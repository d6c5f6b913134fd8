import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { $ } from "bun"

const folder = mkdtempSync(join(tmpdir(), "fettle-tls-"))
const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")]
const hasOpenssl = Bun.which("openssl") !== null

const hosts: Array<string> = []
let server: ReturnType<typeof Bun.serve> | undefined
beforeAll(async () => {
  if (!hasOpenssl) return
  const named = ["-subj", "/CN=hooks.test", "-addext", "subjectAltName=DNS:hooks.test"]
  await $`openssl req -x509 -newkey rsa:2048 -nodes -days 2 -keyout ${key} -out ${certificate} ${named}`.quiet()
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    tls: { key: Bun.file(key), cert: Bun.file(certificate) },
    fetch: (request) => {
      hosts.push(request.headers.get("host") ?? "")
      return new Response(null, { status: 204 })
    }
  })
})
afterAll(async () => {
  await server?.stop(true)
  rmSync(folder, { recursive: true, force: true })
})

/** Sends in a process that trusts these certificates, to a host that leads to this machine. */
const sendTo = async (host: string, trusted: string | undefined): Promise<unknown> => {
  const script = `
    import { send } from ${JSON.stringify(join(import.meta.dir, "../../../src/annexes/webhooks/send.ts"))}
    const hosts = { addressesOf: async () => ["127.0.0.1"] }
    const url = new URL("https://${host}:${server?.port}/hook")
    console.log(JSON.stringify(await send(hosts, url, "private", {}, "{}", 5000)))`
  const extra = trusted === undefined ? {} : { NODE_EXTRA_CA_CERTS: trusted }
  return JSON.parse(await $`${process.execPath} --eval ${script}`.env({ ...process.env, ...extra }).text())
}

test.if(hasOpenssl)(
  "over https, the certificate must be of the URL's host, although the checked address is connected to",
  async () => {
    expect(await sendTo("hooks.test", certificate)).toEqual({ status: 204 })
    expect(hosts).toEqual([`hooks.test:${server?.port}`])
    expect(await sendTo("other.test", certificate)).toEqual({ fault: "wrong certificate" })
    expect(await sendTo("hooks.test", undefined)).toEqual({ fault: "wrong certificate" })
    expect(hosts).toHaveLength(1)
  },
  30_000
)
