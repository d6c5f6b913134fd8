/*
 * The service worker. It keeps the pages that a person has seen, and their logging forms, for offline use. It keeps
 * them for one person at a time, and deletes them whenever somebody signs in or out.
 */
import { allWaiting, SEND_TAG } from "./queue.ts"
import { sendWaiting } from "./sending.ts"

declare const self: ServiceWorkerGlobalScope

const OFFLINE = "/app/offline"
const ASSETS = "fettle-assets"
const PAGES = "fettle-pages-"

/** How long to wait for the network before showing a kept page, in milliseconds. */
const PATIENCE = 4000
/** How long a form waits for its answer before its page is shown, in milliseconds. */
const POST_PATIENCE = 15_000
/** How long a page may be shown offline, in milliseconds: as long as an unused session lasts. */
const KEPT_MILLIS = 30 * 86_400_000
const MOST_PAGES = 60
const MOST_ASSETS = 12

/** Pictures, and files whose path changes with their content. */
const ASSET = /^\/(?:app\/)?assets\/|^\/favicon\.svg$|^\/app\/icons\//
/** Pages for signing in and out. */
const ENTRANCE = /^\/app\/(?:sign-in|sign-out|login)$/
/** Pages with secrets or account data, which are never kept. */
const UNKEPT = /^\/app\/(?:settings|sign-|login|phone|offline)/

const forget = async (isForgotten: (name: string) => boolean): Promise<void> => {
  for (const name of await caches.keys()) if (name.startsWith(PAGES) && isForgotten(name)) await caches.delete(name)
}

/** Removes the oldest entries of a cache beyond `most`. */
const trim = async (cache: Cache, most: number): Promise<void> => {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

const asset = async (request: RequestInfo): Promise<Response> => {
  const cache = await caches.open(ASSETS)
  const known = await cache.match(request)
  if (known !== undefined) return known
  const answer = await fetch(request)
  if (answer.ok) {
    await cache.put(request, answer.clone())
    await trim(cache, MOST_ASSETS)
  }
  return answer
}

/** Keeps the files that a page needs. */
const keepAssets = (html: string): Promise<unknown> =>
  Promise.all(
    [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, path = ""]) => (ASSET.test(path) ? asset(path) : 0))
  )

/** The addresses under which a page is kept: without its message, and today's page without its date. */
const keysOf = (address: string, today: string | undefined): ReadonlyArray<string> => {
  const url = new URL(address)
  url.searchParams.delete("done")
  const dated = url.href
  if (today === undefined || url.searchParams.get("date") !== today) return [dated]
  url.searchParams.delete("date")
  return [dated, url.href]
}

/** Keeps a page for the person who is signed in, and drops those of anybody else. */
const keep = async (address: string, answer: Response): Promise<void> => {
  if (answer.status !== 200 || answer.headers.get("content-type")?.startsWith("text/html") !== true) return
  const html = await answer.text()
  const user = /<html[^>]* data-user="(\w+)"/.exec(html)?.[1]
  if (user === undefined) return
  await forget((name) => name !== PAGES + user)
  if (UNKEPT.test(new URL(address).pathname)) return
  await keepAssets(html)
  const headers = new Headers({ "content-type": "text/html; charset=utf-8", date: new Date().toUTCString() })
  const policy = answer.headers.get("content-security-policy")
  if (policy !== null) headers.set("content-security-policy", policy)
  const cache = await caches.open(PAGES + user)
  for (const key of keysOf(address, / data-today="([^"]+)"/.exec(html)?.[1])) {
    await cache.delete(key)
    await cache.put(key, new Response(html, { headers }))
  }
  await trim(cache, MOST_PAGES)
}

/** The page as last seen, marked with its time. */
const kept = async (address: string): Promise<Response | undefined> => {
  const found = await caches.match(keysOf(address, undefined)[0] ?? address)
  const date = found?.headers.get("date") ?? ""
  if (found === undefined || Date.now() - Date.parse(date) > KEPT_MILLIS) return undefined
  const html = (await found.text()).replace("<html ", `<html data-kept="${new Date(date).toISOString()}" `)
  return new Response(html, { headers: found.headers })
}

/** The page from the network. If that fails, or takes too long, as last seen. */
const page = async ({ request }: FetchEvent, network: Promise<Response>): Promise<Response> => {
  const instead = async () => (await kept(request.url)) ?? (await caches.match(OFFLINE)) ?? Response.error()
  // A page that confirms an action must not be an old copy.
  if (new URL(request.url).searchParams.has("done") || (await kept(request.url)) === undefined)
    return network.catch(instead)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined))
  return (await Promise.race([network, late]).catch(() => undefined)) ?? instead()
}

/** Sends a form. If that fails, but the form is in the queue, shows its page, on which it waits. */
const posted = async (request: Request): Promise<Response> => {
  const { pathname, search } = new URL(request.url)
  const network = fetch(request)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, POST_PATIENCE, undefined))
  const answer = await Promise.race([network, late]).catch(() => undefined)
  if (answer !== undefined) return answer
  const isQueued = (await allWaiting()).some(({ to }) => to === pathname + search)
  return isQueued ? Response.redirect(pathname + search, 303) : network
}

self.addEventListener("install", (event) => {
  const install = async () => {
    const offline = await fetch(OFFLINE)
    await keepAssets(await offline.clone().text())
    await (await caches.open("fettle-offline")).put(OFFLINE, offline)
  }
  event.waitUntil(install().then(() => self.skipWaiting()))
})

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  const isNavigation = request.mode === "navigate"
  if (isNavigation && ENTRANCE.test(pathname)) event.waitUntil(forget(() => true))
  if (isNavigation && request.method === "POST" && !UNKEPT.test(pathname)) return event.respondWith(posted(request))
  if (request.method !== "GET") return
  if (ASSET.test(pathname)) return event.respondWith(asset(request))
  if (!isNavigation) return
  const network = fetch(request)
  const storing = network.then((answer) => keep(request.url, answer.clone())).catch(() => undefined)
  event.respondWith(page(event, network))
  event.waitUntil(storing)
})

/** Pages report their own address and those of the forms, which are kept unless they already are. */
self.addEventListener("message", (event) => {
  const take = async (address: string) => {
    if ((await kept(address)) !== undefined) return
    const answer = await fetch(address)
    if (!answer.redirected) await keep(address, answer)
  }
  const addresses: unknown = event.data
  if (Array.isArray(addresses)) event.waitUntil(Promise.allSettled(addresses.map((address) => take(String(address)))))
})

self.addEventListener("sync", (event) => {
  if (event instanceof ExtendableEvent && "tag" in event && event.tag === SEND_TAG) event.waitUntil(sendWaiting())
})
