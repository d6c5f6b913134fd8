import { expect } from "bun:test"
import { readFileSync } from "node:fs"
import { type Browser, browserOf, formsOf } from "../annexes/page/support.ts"
import { startServer } from "../support/process.ts"
import { memoryOf } from "./form.ts"
import { latency } from "./latency.ts"
import { newPeople } from "./people.ts"
import { UNLIMITED } from "./servers.ts"

export const HISTORY = "/app/settings/history"

/** The child processes of a process. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number)

/** Bytes of memory that a process and its children use. */
export const memoryOfAll = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + (memoryOf(each) || 0), 0)

/** A server, a person who is signed in at its page, and another person. */
export const serverWithPeople = async (database: string) => {
  const server = await startServer({ DATABASE_URL: database, ...UNLIMITED })
  const [token = ""] = await newPeople(database, 1, {})
  const fetched = (path: string, init: RequestInit = {}) =>
    fetch(server.baseUrl + path, { ...init, redirect: "manual" })
  const browser = browserOf({ fetch: fetched }, { origin: server.baseUrl })
  const [, link = ""] = /\/app\/login\?link=(\w+)/.exec(server.welcome) ?? []
  expect((await browser.post("/app/login", { link })).status).toBe(303)
  const other = { baseUrl: server.baseUrl, token }
  await latency(other, 200)
  return { server, browser, other, pid: server.child.pid, [Symbol.asyncDispose]: server[Symbol.asyncDispose] }
}

export type ServerWithPeople = Awaited<ReturnType<typeof serverWithPeople>>

export const historyPage = async (browser: Browser): Promise<string> => (await browser.get(HISTORY)).html

/** Uploads a file as the page's script does, replacing an earlier one. */
export const upload = async (browser: Browser, name: string, bytes: Uint8Array) => {
  const ends = formsOf(await historyPage(browser)).find(
    ({ hidden }) => hidden.action === "done" || hidden.action === "cancel"
  )
  if (ends !== undefined) await browser.post(HISTORY, ends.hidden)
  const form = formsOf(await historyPage(browser)).find(({ hidden }) => hidden.action === "part")
  for (let at = 0; at < bytes.length; at += 700_000) {
    const data = Buffer.from(bytes.subarray(at, at + 700_000)).toString("base64url")
    const fields = { name, size: String(bytes.length), at: String(at), data }
    expect((await browser.post(HISTORY, { ...form?.hidden, ...fields })).status).toBe(303)
  }
}

/** Whether the person's job is still running. */
export const isAtWork = async (browser: Browser) => (await historyPage(browser)).includes("<p data-running")
