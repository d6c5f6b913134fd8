import dns from "node:dns"
import { Context, DateTime, Effect, Option } from "effect"
import { renewDeadline } from "../../../platform/database/work.ts"
import { isPublicAddress } from "../../../platform/network/addresses.ts"
import { type Client, ClientId } from "../connected-apps/model.ts"
import { ClientStore, type Document } from "../connected-apps/store.ts"
import { clientIn, pinnedClient } from "./client-document.ts"

/** How documents are fetched. Tests replace it. */
export class DocumentHosts extends Context.Reference<DocumentHosts>()("DocumentHosts", {
  defaultValue: () => ({
    /** Every IP address of a host. */
    addressesOf: async (host: string): Promise<ReadonlyArray<string>> =>
      (await dns.promises.lookup(host, { all: true })).map(({ address }) => address),
    /** Requests a URL, without following redirects. */
    get: (url: string, signal: AbortSignal): Promise<Response> =>
      fetch(url, { redirect: "manual", signal, headers: { accept: "application/json" } })
  })
}) {}

const FETCH_MILLIS = 5000
const MOST_BYTES = 10_240

const MINUTE = 60_000
const SHORTEST = 5 * MINUTE
const LONGEST = 24 * 60 * MINUTE
const USUAL = 60 * MINUTE

/** How long a document does not need to be fetched again, in milliseconds: as stated by its host, within bounds. */
const freshnessOf = ({ headers }: Response): number => {
  const control = headers.get("cache-control") ?? ""
  if (/\bno-(store|cache)\b/i.test(control)) return SHORTEST
  const [, seconds] = /\bmax-age=(\d{1,9})\b/i.exec(control) ?? []
  return seconds === undefined ? USUAL : Math.min(LONGEST, Math.max(SHORTEST, Number(seconds) * 1000))
}

/** Reads a body of at most MOST_BYTES; undefined if it is longer. */
const textOf = async (response: Response): Promise<string | undefined> => {
  const chunks: Array<Uint8Array> = []
  let total = 0
  for await (const chunk of response.body ?? []) {
    total += chunk.byteLength
    // Leaving the loop cancels the rest.
    if (total > MOST_BYTES) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks))
}

interface Fetched {
  readonly client: Client
  /** In milliseconds. */
  readonly freshness: number
}

type Hosts = typeof DocumentHosts.Service

/** Fetches and checks a document. Undefined, or rejects, if anything about it is invalid. */
const fetchDocument = async (hosts: Hosts, url: string, signal: AbortSignal): Promise<Fetched | undefined> => {
  const addresses = await hosts.addressesOf(new URL(url).hostname)
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) return undefined
  const response = await hosts.get(url, signal)
  const type = response.headers.get("content-type") ?? ""
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(type)
  const text = response.status === 200 && isJson ? await textOf(response) : undefined
  if (text === undefined) {
    await response.body?.cancel()
    return undefined
  }
  const client = clientIn(url, JSON.parse(text))
  return client === undefined ? undefined : { client, freshness: freshnessOf(response) }
}

/** The document, within 5 seconds of real time; undefined if it cannot be fetched. */
const fetchInTime = (hosts: Hosts, url: string): Effect.Effect<Fetched | undefined> =>
  Effect.promise(async () => {
    const signal = AbortSignal.timeout(FETCH_MILLIS)
    const late = new Promise<undefined>((resolve) =>
      signal.addEventListener("abort", () => resolve(undefined), { once: true })
    )
    return Promise.race([fetchDocument(hosts, url, signal).catch(() => undefined), late])
  })

/**
 * Finds clients by the URL of their metadata document: pinned, stored, or fetched. If fetching fails, the stored
 * document stays in use.
 */
export const makeDocuments = Effect.gen(function* () {
  const store = yield* ClientStore
  const hosts = yield* DocumentHosts

  return Effect.fn("findDocument")(function* (url: string) {
    const pinned = pinnedClient(url)
    if (pinned !== undefined) {
      const at = yield* DateTime.now
      const stored = yield* store.findDocument(pinned.id)
      // Stored so that its use can be recorded like any other client's.
      if (Option.isNone(stored)) yield* store.putDocument({ ...pinned, fetchedAt: at, freshUntil: at })
      return Option.some(pinned)
    }
    const now = yield* DateTime.now
    const stored = yield* store.findDocument(ClientId.make(url))
    const isFresh = ({ freshUntil }: Document) => {
      const left = DateTime.toEpochMillis(freshUntil) - DateTime.toEpochMillis(now)
      // A document fetched by a clock ahead of this one is not fresh.
      return left > 0 && left <= LONGEST
    }
    if (Option.exists(stored, isFresh)) return stored
    const fetched = yield* fetchInTime(hosts, url)
    // The wait was for another host, so the request gets its whole time for statements again.
    yield* renewDeadline
    const document =
      fetched === undefined
        ? Option.map(stored, (document) => ({ ...document, freshUntil: DateTime.add(now, { millis: SHORTEST }) }))
        : Option.some({
            ...fetched.client,
            fetchedAt: now,
            freshUntil: DateTime.add(now, { millis: fetched.freshness })
          })
    if (Option.isSome(document)) yield* store.putDocument(document.value)
    return document
  })
})
