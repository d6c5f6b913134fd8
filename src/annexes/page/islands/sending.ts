import { drop, put, SEND_TAG, type Waiting, waitingOf } from "./queue.ts"

/** Longest time for one request, in milliseconds. */
const PATIENCE = 20_000

/**
 * How long after the first attempt an entry may be sent again, in milliseconds. The server keeps a key for 24 hours
 * from the first success. An entry whose answer was lost longer ago than this may have been logged, so the person is
 * asked.
 */
const SURE_MILLIS = 20 * 3_600_000

/** The smallest page that contains a form token. */
const TOKEN_PATH = "/app/sign-out"

/** Whether it is no longer known if an entry was logged. A clock that was set back makes that unknown too. */
export const isUnsure = ({ triedAt }: Waiting): boolean =>
  triedAt !== undefined && (triedAt > Date.now() + 60_000 || Date.now() - triedAt > SURE_MILLIS)

/** Whether an entry is sent without asking. */
export const isReady = (entry: Waiting): boolean => entry.refusal === undefined && !isUnsure(entry)

/** The signed-in user, with a form token of this session. */
export interface Session {
  readonly user: string
  readonly token: string
}

/** Why sending stopped: the network or the server failed, nobody is signed in, or somebody else is. */
export type Hindrance = "network" | "signed-out" | "somebody-else"

const isSignIn = ({ url }: Response): boolean => new URL(url).pathname.startsWith("/app/sign-in")

const userIn = (html: string): string | undefined => /<html[^>]* data-user="(\w+)"/.exec(html)?.[1]

/** Whether an answer is the sign-in page, with which a form without a session is answered. */
export const asksToSignIn = (answer: Response, html: string): boolean =>
  isSignIn(answer) || (userIn(html) === undefined && /\/app\/sign-in/.test(html))

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

const textIn = (html: string): string =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/\s+/g, " ")
    .trim()

/** Why the server refused a form, from the page that it returned. */
const refusalIn = (html: string): string => {
  const summary = /role="alert"[^>]*>([\s\S]*?)<\/(?:div|section)>/.exec(html)?.[1]
  const main = /<main[^>]*>([\s\S]*?)<\/main>/.exec(html)?.[1]
  return textIn(summary ?? main ?? "").slice(0, 300)
}

/** Asks who is signed in now. */
export const sessionNow = async (): Promise<Session | Hindrance> => {
  try {
    const answer = await fetch(TOKEN_PATH, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) })
    const html = await answer.text()
    if (isSignIn(answer)) return "signed-out"
    const user = userIn(html)
    const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1]
    return user === undefined || token === undefined ? "network" : { user, token }
  } catch {
    return "network"
  }
}

/** The result of sending an entry: the page that the server led to after logging it, a refusal, or a hindrance. */
export type Sent = { readonly to: string } | "refused" | Hindrance

/** Sends an entry. It stays in the queue unless the server confirms that it is logged. */
const send = async (entry: Waiting, token: string): Promise<Sent> => {
  // Recorded first, so that it is known even if nothing else can be done.
  const tried = { ...entry, triedAt: entry.triedAt ?? Date.now(), refusal: undefined }
  await put(tried)
  try {
    const body = new URLSearchParams(entry.fields.map(([name, value]) => [name, value]))
    body.set("form_token", token)
    const answer = await fetch(entry.to, { method: "POST", body, signal: AbortSignal.timeout(PATIENCE) })
    if (isSignIn(answer)) return "signed-out"
    if (answer.redirected) {
      await drop(entry.key, "sent")
      return { to: answer.url }
    }
    const html = await answer.text()
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return "network"
    if (asksToSignIn(answer, html)) return "signed-out"
    // A page without a user is not from this service.
    if (userIn(html) === undefined) return "network"
    await put({ ...entry, triedAt: undefined, refusal: refusalIn(html) })
    return "refused"
  } catch {
    return "network"
  }
}

/** Lets one page or worker at a time send. */
const inTurn = <A>(use: () => Promise<A>): Promise<A> => navigator.locks.request(SEND_TAG, use)

/**
 * Sends everything that is ready, in order, for `user` or for whoever is signed in. A refusal does not hold up the
 * rest. Returns what stopped it.
 */
export const sendWaiting = (user?: string): Promise<Hindrance | undefined> =>
  inTurn(async () => {
    if (user !== undefined && !(await waitingOf(user)).some(isReady)) return undefined
    const session = await sessionNow()
    if (typeof session === "string") return session
    if (user !== undefined && session.user !== user) return "somebody-else"
    for (const entry of (await waitingOf(session.user)).filter(isReady)) {
      const sent = await send(entry, session.token)
      if (typeof sent === "string" && sent !== "refused") return sent
    }
    return undefined
  })

/**
 * Sends one entry, even a refused or uncertain one. If another page has sent it in the meantime, returns the
 * address of its form.
 */
export const sendOne = (entry: Waiting): Promise<Sent> =>
  inTurn(async () => {
    if (!(await waitingOf(entry.user)).some(({ key }) => key === entry.key)) return { to: entry.to }
    const session = await sessionNow()
    if (typeof session === "string") return session
    return session.user === entry.user ? send(entry, session.token) : "somebody-else"
  })
