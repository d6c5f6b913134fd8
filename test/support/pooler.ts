import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { freePort, until } from "./process.ts"
import { POSTGRES_URL } from "./stores.ts"

/** Whether PgBouncer is installed here. */
export const hasPooler = Bun.which("pgbouncer", { PATH: `${process.env.PATH}:/usr/sbin` }) !== null

if (!hasPooler && process.env.REQUIRE_POSTGRES !== undefined) {
  throw new Error("REQUIRE_POSTGRES is set, and PgBouncer is not installed")
}

const isListening = (port: string) =>
  Bun.connect({ hostname: "127.0.0.1", port: Number(port), socket: { data() {} } }).then(
    (socket) => {
      socket.end()
      return true
    },
    () => false
  )

/**
 * PgBouncer in transaction mode in front of the real PostgreSQL, with further settings, signing in as `asUser`; stopped
 * with the scope. Returns its port.
 */
export const pooler = (settings: Readonly<Record<string, string | number>> = {}, asUser?: string) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { hostname, port, username, password } = new URL(POSTGRES_URL)
      const server = { host: hostname, port: port || "5432", user: asUser ?? decodeURIComponent(username), password }
      const own = String(settings.listen_port ?? (await freePort()))
      const folder = mkdtempSync(join(tmpdir(), "fettle-pooler-"))
      chmodSync(folder, 0o755)
      const lines = {
        listen_addr: "127.0.0.1",
        listen_port: own,
        unix_socket_dir: "",
        auth_type: "any",
        pool_mode: "transaction",
        ...settings
      }
      const to = Object.entries(server).flatMap(([name, value]) => (value === "" ? [] : [`${name}=${value}`]))
      await Bun.write(
        join(folder, "pgbouncer.ini"),
        ["[databases]", `* = ${to.join(" ")}`, "[pgbouncer]"]
          .concat(Object.entries(lines).map(([name, value]) => `${name} = ${value}`))
          .join("\n")
      )
      // It does not run as root.
      const as = process.getuid?.() === 0 ? ["-u", "nobody"] : []
      const child = Bun.spawn(["pgbouncer", ...as, join(folder, "pgbouncer.ini")], {
        env: { PATH: `${process.env.PATH}:/usr/sbin` },
        stdout: "ignore",
        stderr: "ignore"
      })
      await until(() => isListening(own))
      return { child, folder, port: own }
    }),
    ({ child, folder }) =>
      Effect.promise(async () => {
        child.kill("SIGKILL")
        await child.exited
        rmSync(folder, { recursive: true, force: true })
      })
  ).pipe(Effect.map(({ port }) => port))
