/*
 * The generation of what the device keeps. Signing in or out ends it before it deletes the kept pages, and a page is
 * kept only in the generation in which it was asked for. It is stored in a cache, because a worker may end at any time,
 * and because a browser that deletes the storage of a site ends the generation too.
 */

const GENERATION = "fettle-generation"
const KEY = "/app/generation"

/** The current generation; undefined if none has begun since the last one ended. */
const current = async (): Promise<string | undefined> => (await caches.match(KEY, { cacheName: GENERATION }))?.text()

/** The current generation, or a new one. Several pages may be asked for at once, so one of them begins it. */
const begun = async (): Promise<string | undefined> => {
  const known = await current()
  if (known !== undefined) return known
  return navigator.locks.request(GENERATION, async () => {
    if ((await current()) === undefined)
      await (await caches.open(GENERATION)).put(KEY, new Response(crypto.randomUUID()))
    return current()
  })
}

/** The generation in which a page is about to be asked for; undefined if the device cannot store it. */
export const generation = (): Promise<string | undefined> => begun().catch(() => undefined)

/** Whether what was asked for in this generation may be kept. */
export const isCurrent = async (asked: string | undefined): Promise<boolean> =>
  asked !== undefined && (await current()) === asked

/** Ends the generation. To be called before anything is deleted. */
export const endGeneration = (): Promise<boolean> => caches.delete(GENERATION)
