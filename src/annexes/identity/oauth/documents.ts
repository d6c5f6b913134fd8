import dns from "node:dns"
import { Context, DateTime, Effect, Option } from "effect"
import { renewDeadline } from "../../../platform/database/work.ts"
import { isPublicAddress } from "../../../platform/network/addresses.ts"
import { boundedJson, inTime } from "../../../platform/network/bounded.ts"
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
  const text = await boundedJson(response, MOST_BYTES)
  if (text === undefined) return undefined
  const client = clientIn(url, JSON.parse(text))
  return client === undefined ? undefined : { client, freshness: freshnessOf(response) }
}

/** The document, within 5 seconds of real time; undefined if it cannot be fetched. */
const fetchInTime = (hosts: Hosts, url: string): Effect.Effect<Fetched | undefined> =>
  Effect.promise(() => inTime(FETCH_MILLIS, (signal) => fetchDocument(hosts, url, signal)))

/** How many documents of clients that nobody has allowed a process keeps in memory. */
const MOST_WAITING = 200

/** Documents that are not stored yet. The one that was fetched longest ago gives way to a new one. */
const makeWaiting = () => {
  const waiting = new Map<ClientId, Document>()
  return {
    find: (id: ClientId) => Option.fromNullable(waiting.get(id)),
    put: (document: Document) => {
      waiting.delete(document.id)
      waiting.set(document.id, document)
      for (const id of waiting.keys()) if (waiting.size > MOST_WAITING) waiting.delete(id)
    },
    remove: (id: ClientId) => waiting.delete(id)
  }
}

/**
 * Finds clients by the URL of their metadata document: pinned, stored, or fetched. If fetching fails, the known
 * document stays in use. `keep` stores a client that a user has allowed; others stay in memory.
 */
export const makeDocuments = Effect.gen(function* () {
  const store = yield* ClientStore
  const hosts = yield* DocumentHosts
  const waiting = makeWaiting()

  const keep = Effect.fn("keepDocument")(function* (client: Client) {
    if (Option.isSome(yield* store.findDocument(client.id))) return
    const at = yield* DateTime.now
    const document = Option.getOrElse(waiting.find(client.id), () => ({ ...client, fetchedAt: at, freshUntil: at }))
    yield* store.putDocument(document)
    waiting.remove(client.id)
  })

  const find = Effect.fn("findDocument")(function* (url: string) {
    const pinned = pinnedClient(url)
    if (pinned !== undefined) return Option.some(pinned)
    const now = yield* DateTime.now
    const id = ClientId.make(url)
    const kept = yield* store.findDocument(id)
    const stored = Option.orElse(kept, () => waiting.find(id))
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
    if (Option.isNone(document)) return document
    if (Option.isSome(kept)) yield* store.putDocument(document.value)
    else waiting.put(document.value)
    return document
  })

  return { find, keep }
})
