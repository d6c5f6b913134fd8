/*
 * What was logged on this device and waits to be sent. It is in IndexedDB, which the page and the service worker share.
 */

/** The name under which the browser is asked to send when there is a network again, and of the lock on sending. */
export const SEND_TAG = "fettle-send"

/** On which all pages and the worker hear that the queue has changed. */
const CHANGES = "fettle-queue"

const DATABASE = "fettle"
const STORE = "waiting"

/** A form that waits to be sent. */
export interface Waiting {
  /** Its idempotency key. */
  readonly key: string
  /** The id of the user who filled it in. */
  readonly user: string
  /** The path and query that it posts to. */
  readonly to: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  /** What it logs, and the rest of what was typed, in words. */
  readonly what: string
  readonly details: string
  /** The day it is for, `YYYY-MM-DD`; empty if its form has none. */
  readonly day: string
  /** When it was made, in milliseconds. */
  readonly at: number
  /** When it was first sent, if no answer to that has come. */
  readonly triedAt: number | undefined
  /** Why the server refused it. */
  readonly refusal: string | undefined
}

const opened = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const inStore = async <A>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<A>): Promise<A> => {
  const database = await opened()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = use(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

const announce = (change: "sent" | "other") => {
  const channel = new BroadcastChannel(CHANGES)
  channel.postMessage(change)
  channel.close()
}

/** Calls `listener` when this page, another or the worker has changed the queue, with whether an entry was sent. */
export const onChange = (listener: (isSent: boolean) => void): void => {
  new BroadcastChannel(CHANGES).addEventListener("message", ({ data }) => listener(data === "sent"))
}

/** Whatever waits on this device, in the order in which it was made. */
export const allWaiting = async (): Promise<ReadonlyArray<Waiting>> => {
  const all: ReadonlyArray<Waiting> = await inStore("readonly", (store) => store.getAll())
  return [...all].sort((one, other) => one.at - other.at)
}

/** Whether something waits on this device, for whomever. It makes no database where there is none. */
export const isAnythingWaiting = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === DATABASE) && (await allWaiting()).length > 0

/** What waits for a user, in the order in which it was made. */
export const waitingOf = async (user: string): Promise<ReadonlyArray<Waiting>> =>
  (await allWaiting()).filter((each) => each.user === user)

/** Adds an entry, or replaces the one with its key. */
export const put = async (entry: Waiting): Promise<void> => {
  await inStore("readwrite", (store) => store.put(entry))
  announce("other")
}

/** Removes an entry. */
export const drop = async (key: string, why: "sent" | "other" = "other"): Promise<void> => {
  await inStore("readwrite", (store) => store.delete(key))
  announce(why)
}

/** Removes what waits for anybody but this user. */
export const dropOthers = async (user: string): Promise<void> => {
  for (const { key } of (await allWaiting()).filter((each) => each.user !== user)) await drop(key)
}

/** Removes the whole queue from the device. */
export const forgetQueue = (): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
