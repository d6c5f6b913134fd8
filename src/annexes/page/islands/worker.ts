/*
 * The service worker. It shows the pages that a person has seen, and their logging forms, without a network, and sends
 * what waits.
 */
import { endGeneration, generation } from "./generation.ts"
import { ASSET, asset, forget, keep, keepAssets, kept, UNKEPT } from "./kept-pages.ts"
import { allWaiting, SEND_TAG } from "./queue.ts"
import { sendWaiting } from "./sending.ts"

declare const self: ServiceWorkerGlobalScope

const OFFLINE = "/app/offline"

/** How long to wait for the network before showing a kept page, in milliseconds. */
const PATIENCE = 4000
/** How long a form waits for its answer before its page is shown, in milliseconds. */
const POST_PATIENCE = 15_000

/** Pages for signing in and out. */
const ENTRANCE = /^\/app\/(?:sign-in|sign-out|login|openid\/callback)$/

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
  // The way back to the answer of a form, which is not stored, leads to the form. Nothing is sent again.
  if (request.cache === "only-if-cached") return Response.redirect(pathname + search, 303)
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
  if (isNavigation && ENTRANCE.test(pathname)) event.waitUntil(endGeneration().then(() => forget(() => true)))
  if (isNavigation && request.method === "POST" && !UNKEPT.test(pathname)) return event.respondWith(posted(request))
  if (request.method !== "GET") return
  if (ASSET.test(pathname)) return event.respondWith(asset(request))
  if (!isNavigation) return
  const asked = generation()
  const network = asked.then(() => fetch(request))
  // Copied before the answer is shown, which reads it.
  const copied = network.then((answer) => answer.clone())
  const storing = Promise.all([copied, asked])
    .then(([copy, generation]) => keep(request.url, copy, generation))
    .catch(() => undefined)
  event.respondWith(page(event, network))
  event.waitUntil(storing)
})

/** Pages report their own address and those of the forms, which are kept unless they already are, or never may be. */
self.addEventListener("message", (event) => {
  const take = async (address: string) => {
    if (UNKEPT.test(new URL(address).pathname) || (await kept(address)) !== undefined) return
    const asked = await generation()
    const answer = await fetch(address)
    if (!answer.redirected) await keep(address, answer, asked)
  }
  const addresses: unknown = event.data
  if (Array.isArray(addresses)) event.waitUntil(Promise.allSettled(addresses.map((address) => take(String(address)))))
})

self.addEventListener("sync", (event) => {
  if (event instanceof ExtendableEvent && "tag" in event && event.tag === SEND_TAG) event.waitUntil(sendWaiting())
})
