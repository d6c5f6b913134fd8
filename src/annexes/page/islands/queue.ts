/*
 * The queue of forms logged on this device and waiting to be sent. It is in IndexedDB, which the page and the service
 * worker share.
 */

/** The tag of background sync, and the name of the lock on sending. */
export const SEND_TAG = "fettle-send"

/** The channel that informs all pages and the worker of changes to the queue. */
const CHANGES = "fettle-queue"

const DATABASE = "fettle"
const STORE = "waiting"

/** A form waiting to be sent. */
export interface Waiting {
  /** Its idempotency key. */
  readonly key: string
  /** The id of the user who filled it in. */
  readonly user: string
  /** The path and query that it posts to. */
  readonly to: string
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
  /** What it logs, and how much of it, in words. */
  readonly what: string
  readonly details: string
  /** Its day, `YYYY-MM-DD`; empty if the form has none. */
  readonly day: string
  /** When it was created, in milliseconds. */
  readonly at: number
  /** When it was first sent, if that was not answered. */
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

/** Calls `listener` when this page, another one or the worker has changed the queue, with whether an entry was sent. */
export const onChange = (listener: (isSent: boolean) => void): void => {
  new BroadcastChannel(CHANGES).addEventListener("message", ({ data }) => listener(data === "sent"))
}

/** Everything waiting on this device, in order of creation. */
export const allWaiting = async (): Promise<ReadonlyArray<Waiting>> => {
  const all: ReadonlyArray<Waiting> = await inStore("readonly", (store) => store.getAll())
  return [...all].sort((one, other) => one.at - other.at)
}

/** Whether anything is waiting on this device, for any user. Does not create a database if there is none. */
export const isAnythingWaiting = async (): Promise<boolean> =>
  (await indexedDB.databases()).some(({ name }) => name === DATABASE) && (await allWaiting()).length > 0

/** A user's waiting entries, in order of creation. */
export const waitingOf = async (user: string): Promise<ReadonlyArray<Waiting>> =>
  (await allWaiting()).filter((each) => each.user === user)

/** Adds an entry, or replaces the one with its key. */
export const put = async (entry: Waiting): Promise<void> => {
  await inStore("readwrite", (store) => store.put(entry))
  announce("other")
}

/** Changes an entry, if it is still waiting. */
export const change = async (key: string, to: Partial<Waiting>): Promise<boolean> => {
  const entry = (await allWaiting()).find((each) => each.key === key)
  if (entry !== undefined) await put({ ...entry, ...to })
  return entry !== undefined
}

/** Removes an entry. */
export const drop = async (key: string, why: "sent" | "other" = "other"): Promise<void> => {
  await inStore("readwrite", (store) => store.delete(key))
  announce(why)
}

/** Removes the entries of all other users. */
export const dropOthers = async (user: string): Promise<void> => {
  for (const { key } of (await allWaiting()).filter((each) => each.user !== user)) await drop(key)
}

/** Deletes the whole queue from the device. */
export const forgetQueue = (): Promise<void> =>
  new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(DATABASE)
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
