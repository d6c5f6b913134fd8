import { Context } from "effect"
import type { AuthorizationServer } from "oauth4webapi"
import { boundedText } from "../../../platform/network/bounded.ts"
import { faultOf, type ProviderFault } from "./faults.ts"

/** How long the provider may take, in milliseconds. Tests replace it. */
export class ProviderWaits extends Context.Reference<ProviderWaits>()("OpenIdProviderWaits", {
  defaultValue: () => ({
    /** For one request. */
    request: 5000,
    /** Until the sign-in page takes it for away. */
    page: 1500
  })
}) {}

type Waits = typeof ProviderWaits.Service

/** Largest answer of the provider, in bytes. */
const MOST_BYTES = 262_144

/** The library is loaded on first use. */
export const library = () => import("oauth4webapi")

type Library = Awaited<ReturnType<typeof library>>

/** Requests without redirects, within the time for one, for at most 256 KiB. */
const boundedFetch = async (
  url: string,
  init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: unknown },
  millis: number
): Promise<Response> => {
  const { method, headers, body } = init
  const sent = body instanceof URLSearchParams ? { body } : {}
  const signal = AbortSignal.timeout(millis)
  const response = await fetch(url, { method, headers, ...sent, redirect: "manual", signal })
  const text = await boundedText(response, MOST_BYTES)
  if (text === undefined) throw new TypeError("The answer is too long")
  const kept = ["content-type", "www-authenticate"].flatMap((name): ReadonlyArray<[string, string]> => {
    const value = response.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(text === "" ? null : text, { status: response.status, headers: [...kept] })
}

/** Options of every request. A provider that is set with an http address may use http, any other may not. */
export const optionsFor = ({ customFetch, allowInsecureRequests }: Library, issuer: URL, waits: Waits) => ({
  [customFetch]: (url: string, init: Parameters<typeof boundedFetch>[1]) => boundedFetch(url, init, waits.request),
  [allowInsecureRequests]: issuer.protocol === "http:"
})

/** How long a failure is remembered for those who only ask whether the provider answers, in milliseconds. */
const FAILED_MILLIS = 10_000

/**
 * The provider's metadata, shared by all who ask at once. Its object stays the same while its content does, because the
 * library keeps the provider's keys beside it.
 */
export const makeMetadata = (issuer: URL, waits: Waits) => {
  let known: { metadata: AuthorizationServer; at: number } | undefined
  let failed: { fault: ProviderFault; at: number } | undefined
  let underWay: Promise<AuthorizationServer> | undefined

  const ask = async (): Promise<AuthorizationServer> => {
    const oauth = await library()
    const response = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...optionsFor(oauth, issuer, waits) })
    return oauth.processDiscoveryResponse(issuer, response)
  }

  const discover = (): Promise<AuthorizationServer> => {
    underWay ??= ask()
      .then(
        (found) => {
          const metadata = Bun.deepEquals(known?.metadata, found, true) ? (known?.metadata ?? found) : found
          known = { metadata, at: performance.now() }
          failed = undefined
          return metadata
        },
        (error) => {
          failed = { fault: faultOf(error, "unusable"), at: performance.now() }
          throw failed.fault
        }
      )
      .finally(() => {
        underWay = undefined
      })
    return underWay
  }

  return {
    /** The metadata, asked for anew if it was last confirmed more than `maxAge` milliseconds ago. Rejects with a ProviderFault. */
    get: (maxAge: number): Promise<AuthorizationServer> =>
      known !== undefined && performance.now() - known.at <= maxAge ? Promise.resolve(known.metadata) : discover(),

    /** The same, but a failure of the last ten seconds is not tried again. */
    getGently: async (maxAge: number): Promise<AuthorizationServer> => {
      if (failed !== undefined && performance.now() - failed.at <= FAILED_MILLIS) throw failed.fault
      return known !== undefined && performance.now() - known.at <= maxAge ? known.metadata : discover()
    },

    /** Forgets the provider's keys, which are then fetched again. */
    forgetKeys: (metadata: AuthorizationServer): AuthorizationServer => {
      const copy = { ...metadata }
      if (known?.metadata === metadata) known = { ...known, metadata: copy }
      return copy
    }
  }
}
