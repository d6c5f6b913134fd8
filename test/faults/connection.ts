import { connect, type Socket } from "node:net"
import type { Account } from "./client.ts"

/**
 * The outcome of a request on a bare connection: a whole answer, part of one, or nothing before the connection ended.
 */
export type Outcome =
  | { readonly came: "whole"; readonly status: number; readonly body: string; readonly isLast: boolean }
  | { readonly came: "part" | "nothing" }

const MALFORMED = { came: "part" } as const

/** The body of a chunked answer, once its last chunk has come. */
const joined = (chunks: Buffer): Buffer | typeof MALFORMED | undefined => {
  const parts: Array<Buffer> = []
  for (let at = 0; ; ) {
    const line = chunks.indexOf("\r\n", at)
    if (line === -1) return undefined
    const size = Number.parseInt(chunks.toString("latin1", at, line), 16)
    if (Number.isNaN(size)) return MALFORMED
    const end = line + 2 + size
    if (chunks.byteLength < end + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(chunks.subarray(line + 2, end))
    at = end + 2
  }
}

/** The first answer in the received text, once it is complete. */
const parse = (received: Buffer): Outcome | undefined => {
  const end = received.indexOf("\r\n\r\n")
  if (end === -1) return undefined
  const head = received.subarray(0, end).toString("latin1")
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]
  if ((length === undefined && !isChunked) || status === undefined) return MALFORMED
  const rest = received.subarray(end + 4)
  const body = isChunked ? joined(rest) : rest.byteLength < Number(length) ? undefined : rest
  if (body === undefined || body === MALFORMED) return body
  const isLast = /\r\nconnection: close/i.test(head)
  return { came: "whole", status: Number(status), body: body.toString(), isLast }
}

/** The bytes of a request; a POST if there is a body. */
export const requestBytes = (
  { baseUrl, token }: Account,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {}
): string => {
  const text = body === undefined ? "" : JSON.stringify(body)
  const lines = Object.entries({
    host: new URL(baseUrl).host,
    authorization: `Bearer ${token}`,
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }),
    ...headers
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${text}`
}

/**
 * A bare connection, which shows what `fetch` hides: it never retries, and distinguishes a truncated answer from none.
 */
export interface Connection {
  readonly socket: Socket
  /** Sends a request and waits for its answer; one at a time. */
  readonly exchange: (request: string) => Promise<Outcome>
  /** Whether either side has ended the connection. */
  readonly isEnded: () => boolean
}

/** Opens a connection; undefined if it is refused. */
export const openConnection = ({ baseUrl }: Pick<Account, "baseUrl">): Promise<Connection | undefined> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
    let received = Buffer.alloc(0)
    let isEnded = false
    let settle: ((outcome: Outcome) => void) | undefined
    const answer = (outcome: Outcome) => {
      received = Buffer.alloc(0)
      settle?.(outcome)
      settle = undefined
    }
    const ended = () => {
      isEnded = true
      answer({ came: received.byteLength > 0 ? "part" : "nothing" })
      resolve(undefined)
    }
    socket.setNoDelay(true)
    socket.on("data", (bytes: Buffer) => {
      received = Buffer.concat([received, bytes])
      const outcome = parse(received)
      if (outcome !== undefined) answer(outcome)
    })
    socket.on("end", ended)
    socket.on("error", ended)
    socket.on("close", ended)
    socket.on("connect", () =>
      resolve({
        socket,
        isEnded: () => isEnded,
        exchange: (request) =>
          new Promise((answered) => {
            if (isEnded) return answered({ came: "nothing" })
            settle = answered
            socket.write(request)
          })
      })
    )
  })
