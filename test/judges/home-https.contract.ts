import { expect, test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { anyDatabase } from "../faults/servers.ts"
import { freePort, startServer, until } from "../support/process.ts"
import { isInstalled } from "./reverse-proxies.ts"
import { ROOT } from "./service.ts"

/** A request as from another device in the network, which trusts Caddy's authority if `ca` is given. */
const curl = async (port: string, path: string, ca?: string) => {
  const child = Bun.spawn(
    ["curl", "--silent", "--show-error", "--include", "--resolve", `nas.local:${port}:127.0.0.1`].concat(
      ca === undefined ? [] : ["--cacert", ca],
      ["--header", "Accept: text/html", `https://nas.local:${port}${path}`]
    ),
    { stdout: "pipe", stderr: "pipe" }
  )
  const [text, fault] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { text, fault, exitCode: await child.exited }
}

test.if(isInstalled("caddy"))(
  "Caddy's own authority, as deploy configures it, gives https at home to who trusts it, with passkeys",
  async () => {
    const home = mkdtempSync(join(tmpdir(), "fettle-home-"))
    const [port, own] = [await freePort(), await freePort()]
    const file = readFileSync(join(ROOT, "deploy/Caddyfile.home"), "utf8")
    expect(file.split("\n").filter((line) => line !== "" && !line.startsWith("#")).length).toBeLessThanOrEqual(10)
    const site = file
      .replace("nas.local {", `https://nas.local:${port} {\n\tbind 127.0.0.1`)
      .replace(":3000", `:${own}`)
    expect(site).toContain(`127.0.0.1:${own}`)
    writeFileSync(
      join(home, "Caddyfile"),
      `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n${site}`
    )
    await using database = await anyDatabase()
    await using _server = await startServer({
      ...database.settings,
      PORT: own,
      ALSO_BASE_URLS: `https://nas.local:${port}`,
      TRUSTED_PROXIES: "127.0.0.1"
    })
    const caddy = Bun.spawn(["caddy", "run", "--config", join(home, "Caddyfile"), "--adapter", "caddyfile"], {
      env: { PATH: process.env.PATH ?? "", HOME: home, XDG_DATA_HOME: home },
      stdout: "ignore",
      stderr: Bun.file(join(home, "caddy.log"))
    })
    try {
      const ca = join(home, "caddy/pki/authorities/local/root.crt")
      await until(async () => existsSync(ca) && (await curl(port, "/health", ca)).exitCode === 0)
      const { text } = await curl(port, "/app/sign-in", ca)
      expect(text).toMatch(/^HTTP\/2 200/)
      expect(text).toContain("&quot;rpId&quot;:&quot;nas.local&quot;")
      expect((await curl(port, "/app", ca)).text).toMatch(/__Host-fettle_session=;[^\n]*Secure/)
      expect((await curl(port, "/metrics", ca)).text).toMatch(/^HTTP\/2 404/)
      expect((await curl(port, "/health")).fault).toMatch(/certificate/i)
    } finally {
      caddy.kill()
      await caddy.exited
    }
  },
  60_000
)
