/*
 * The pages that the service worker keeps on the device. It keeps them for one person at a time, and deletes them
 * whenever somebody signs in or out.
 */

import { isCurrent } from "./generation.ts"

const ASSETS = "fettle-assets"
const PAGES = "fettle-pages-"

/** How long a page may be shown offline, in milliseconds: as long as an unused session lasts. */
const KEPT_MILLIS = 30 * 86_400_000
const MOST_PAGES = 60
const MOST_ASSETS = 12

/** Pictures, and files whose path changes with their content. */
export const ASSET = /^\/(?:app\/)?assets\/|^\/favicon\.svg$|^\/app\/icons\//
/** Pages with secrets or account data, which are never kept. */
export const UNKEPT = /^\/app\/(?:settings|sign-|login|openid|phone|offline)/

/** Deletes the pages kept in the caches whose names `isForgotten` accepts. */
export const forget = async (isForgotten: (name: string) => boolean): Promise<void> => {
  for (const name of await caches.keys()) if (name.startsWith(PAGES) && isForgotten(name)) await caches.delete(name)
}

/** Removes the oldest entries of a cache beyond `most`. */
const trim = async (cache: Cache, most: number): Promise<void> => {
  const keys = await cache.keys()
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key)
}

/** A picture or a script, from the device if it is there. */
export const asset = async (request: RequestInfo): Promise<Response> => {
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
export const keepAssets = (html: string): Promise<unknown> =>
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

/**
 * Keeps a page for the person who is signed in, and drops those of anybody else. If somebody has signed in or out since
 * it was asked for, in the generation `asked`, it is not kept.
 */
export const keep = async (address: string, answer: Response, asked: string | undefined): Promise<void> => {
  if (answer.status !== 200 || answer.headers.get("content-type")?.startsWith("text/html") !== true) return
  const html = await answer.text()
  const user = /<html[^>]* data-user="(\w+)"/.exec(html)?.[1]
  if (user === undefined || !(await isCurrent(asked))) return
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
  // Whoever has signed out meanwhile may have deleted the pages before this one was stored.
  if (!(await isCurrent(asked))) await caches.delete(PAGES + user)
}

/** The page as last seen, marked with its time. */
export const kept = async (address: string): Promise<Response | undefined> => {
  const found = await caches.match(keysOf(address, undefined)[0] ?? address)
  const date = found?.headers.get("date") ?? ""
  if (found === undefined || Date.now() - Date.parse(date) > KEPT_MILLIS) return undefined
  const html = (await found.text()).replace("<html ", `<html data-kept="${new Date(date).toISOString()}" `)
  return new Response(html, { headers: found.headers })
}
