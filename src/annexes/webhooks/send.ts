import http from "node:http"
import https from "node:https"
import { isIP } from "node:net"
import { Context } from "effect"
import packageJson from "../../../package.json" with { type: "json" }
import { allowedAddresses, hostOf, type Reach, type WebhookHosts } from "./destination.ts"

/** How long a receiver may take, from the look-up of its host to the head of its answer, in milliseconds. Tests replace it. */
export class AnswerMillis extends Context.Reference<AnswerMillis>()("WebhookAnswerMillis", {
  defaultValue: () => 5000
}) {}

/** Most bytes of an answer that are received before its connection is closed. Nothing of it is used. */
const MOST_ANSWER = 16 * 1024

/** What came of an attempt: the status of the answer, or what went wrong. Its fault holds nothing of the person's data. */
export type Attempt =
  | { readonly status: number; readonly retryAfterMillis?: number }
  | {
      readonly fault: "forbidden address" | "unknown host" | "no answer in time" | "no connection" | "wrong certificate"
    }

const FAULTS = {
  forbidden: { fault: "forbidden address" },
  unknown: { fault: "unknown host" },
  late: { fault: "no answer in time" }
} as const satisfies Record<string, Attempt>

/** Failures after which nothing has been sent, so that another address of the host may be tried. */
const UNREACHED = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(code)

const retryAfter = (header: string | undefined): { readonly retryAfterMillis?: number } =>
  header !== undefined && /^\d{1,6}$/.test(header) ? { retryAfterMillis: Number(header) * 1000 } : {}

/** Posts to one address of the host. Host and certificate stay those of the URL. Redirects are not followed. */
const postTo = (
  url: URL,
  address: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal
): Promise<Attempt> =>
  new Promise((resolve, reject) => {
    const isTls = url.protocol === "https:"
    const host = hostOf(url)
    const request = (isTls ? https : http).request({
      method: "POST",
      host: address,
      port: url.port === "" ? (isTls ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      // A connection of its own: one that is kept open could belong to another host at the same address.
      agent: false,
      ...(isTls && isIP(host) === 0 ? { servername: host } : {}),
      headers: { host: url.host, connection: "close", "content-length": String(Buffer.byteLength(body)), ...headers }
    })
    const close = () => request.destroy()
    signal.addEventListener("abort", close, { once: true })
    request.on("error", (error) => reject(error))
    request.on("response", (response) => {
      let received = 0
      response.on("data", (chunk: Buffer) => {
        received += chunk.byteLength
        if (received > MOST_ANSWER) close()
      })
      response.on("end", () => signal.removeEventListener("abort", close))
      response.on("error", () => undefined)
      const status = response.statusCode ?? 0
      resolve({ status, ...retryAfter(response.headers["retry-after"]) })
    })
    request.end(body)
  })

/** What the failure to send means. */
const faultOf = (error: unknown): Attempt => {
  const code = codeOf(error)
  return { fault: isCertificate(code) ? "wrong certificate" : "no connection" }
}

const attempt = async (
  hosts: typeof WebhookHosts.Service,
  url: URL,
  reach: Reach,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal
): Promise<Attempt> => {
  const addresses = await allowedAddresses(hosts, url, reach).catch(() => undefined)
  if (addresses === undefined) return FAULTS.unknown
  let last: Attempt = FAULTS.forbidden
  for (const address of addresses) {
    if (signal.aborted) break
    try {
      return await postTo(url, address, headers, body, signal)
    } catch (error) {
      last = faultOf(error)
      if (!UNREACHED.includes(codeOf(error))) break
    }
  }
  return last
}

/**
 * Posts a body to a receiver, within `millis` of real time. The host is looked up once, and only what was checked is
 * connected to. Never rejects.
 */
export const send = (
  hosts: typeof WebhookHosts.Service,
  url: URL,
  reach: Reach,
  signed: Readonly<Record<string, string>>,
  body: string,
  millis: number
): Promise<Attempt> => {
  const signal = AbortSignal.timeout(millis)
  const late = new Promise<Attempt>((resolve) =>
    signal.addEventListener("abort", () => resolve(FAULTS.late), { once: true })
  )
  const headers = {
    "content-type": "application/json",
    "user-agent": `Fettle/${packageJson.version} (webhooks)`,
    ...signed
  }
  return Promise.race([attempt(hosts, url, reach, headers, body, signal).catch(faultOf), late])
}
