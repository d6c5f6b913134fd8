import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { until } from "../support/process.ts"
import { folder, ROOT } from "./service.ts"

const PATH = `${process.env.PATH}:/usr/sbin`

/** The reverse proxies with a configuration in `deploy`. */
export const PROXIES = ["nginx", "caddy"] as const
export type Proxy = (typeof PROXIES)[number]

export const isInstalled = (proxy: Proxy): boolean => Bun.which(proxy, { PATH }) !== null

const missing = PROXIES.filter((proxy) => !isInstalled(proxy))
if (missing.length > 0 && process.env.REQUIRE_POSTGRES !== undefined) {
  throw new Error(`REQUIRE_POSTGRES is set, and ${missing.join(" and ")} are not installed`)
}

const KEY = join(folder, "proxy.key")
const CERTIFICATE = join(folder, "proxy.crt")

/** Makes a self-signed certificate for localhost. */
export const makeCertificate = (): string => {
  const made = Bun.spawnSync(
    ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"].concat(
      ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ["-keyout", KEY, "-out", CERTIFICATE]
    )
  )
  if (!made.success) throw new Error(made.stderr.toString())
  return readFileSync(CERTIFICATE, "utf8")
}

/** The ports of the proxy, for https and http, and that of the service. */
export interface Ports {
  readonly https: string
  readonly http: string
  readonly service: string
}

/** A file of `deploy` with each of these texts, which it must contain, replaced. */
const documented = (file: string, replacements: ReadonlyArray<readonly [string, string]>): string =>
  replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join(ROOT, "deploy", file), "utf8")
  )

/** Makes each proxy run in the foreground, unprivileged, with its site as configured in `deploy`. */
const prepare: Readonly<Record<Proxy, (ports: Ports) => ReadonlyArray<string>>> = {
  nginx: (ports) => {
    writeFileSync(
      join(folder, "site.conf"),
      documented("nginx.conf", [
        ["fullchain.pem", CERTIFICATE],
        ["privkey.pem", KEY],
        ["/etc/letsencrypt/live/fettle.example.com/", ""],
        ["https://fettle.example.com$request_uri", `https://localhost:${ports.https}$request_uri`],
        ["fettle.example.com", "localhost"],
        ["listen 80;", `listen 127.0.0.1:${ports.http};`],
        ["listen 443 ssl", `listen 127.0.0.1:${ports.https} ssl`],
        ["  listen [::]:80;\n", ""],
        ["  listen [::]:443 ssl http2;\n", ""],
        ["127.0.0.1:3000", `127.0.0.1:${ports.service}`]
      ])
    )
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${kind};`)
    const user = process.getuid?.() === 0 ? "user root;" : ""
    const main = `${user} daemon off; pid nginx.pid; events {} http { ${temporary.join(" ")} include site.conf; }`
    writeFileSync(join(folder, "nginx.conf"), main)
    return ["nginx", "-p", `${folder}/`, "-c", "nginx.conf", "-e", "stderr"]
  },
  caddy: (ports) => {
    const site = documented("Caddyfile", [
      ["fettle.example.com {", `https://localhost:${ports.https} {\n\tbind 127.0.0.1\n\ttls ${CERTIFICATE} ${KEY}`],
      ["127.0.0.1:3000", `127.0.0.1:${ports.service}`]
    ])
    writeFileSync(join(folder, "Caddyfile"), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`)
    return ["caddy", "run", "--config", join(folder, "Caddyfile"), "--adapter", "caddyfile"]
  }
}

/** Starts a proxy as `deploy` configures it, on these ports of this machine, with the certificate. */
export const startReverseProxy = async (proxy: Proxy, ports: Ports) => {
  const child = Bun.spawn([...prepare[proxy](ports)], {
    cwd: folder,
    env: { PATH, HOME: folder },
    stdout: "ignore",
    stderr: Bun.file(join(folder, `${proxy}.log`))
  })
  const isListening = () =>
    Bun.connect({ hostname: "127.0.0.1", port: Number(ports.https), socket: { data() {} } }).then(
      (socket) => {
        socket.end()
        return true
      },
      () => {
        if (child.exitCode !== null) throw new Error(readFileSync(join(folder, `${proxy}.log`), "utf8"))
        return false
      }
    )
  await until(isListening)
  return {
    stop: async () => {
      child.kill()
      await child.exited
    }
  }
}
