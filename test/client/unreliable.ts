import { createServer } from "node:http"

export interface Unreliable extends AsyncDisposable {
  readonly baseUrl: string
  /** Statuses with which POST requests were answered; 0 for a dropped answer. */
  readonly posts: Array<number>
}

const FOR_PAGES = { "access-control-allow-origin": "*", "access-control-expose-headers": "Retry-After" }

const REFUSALS: ReadonlyArray<readonly [number, string, Record<string, string>, unknown]> = [
  [429, "rate_limited", { "retry-after": "1" }, { retryAfterSeconds: 1, bucket: "writes.perMinute", limit: 1 }],
  [500, "internal_error", {}, undefined]
]

/**
 * A proxy in front of a service. Of every four POST requests, the first takes effect but its answer is dropped with the
 * connection, the second gets 429, and the third 500.
 */
export const unreliable = async (service: string): Promise<Unreliable> => {
  const posts: Array<number> = []
  const server = createServer(async (request, response) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of request) chunks.push(chunk)
    const turn = request.method === "POST" ? posts.length % 4 : 3
    const refusal = REFUSALS[turn - 1]
    if (refusal !== undefined) {
      const [status, code, headers, details] = refusal
      posts.push(status)
      response.writeHead(status, { "content-type": "application/json", ...FOR_PAGES, ...headers })
      response.end(JSON.stringify({ error: { code, message: "No.", requestId: "req_1", details } }))
      return
    }
    const { host: _host, connection: _connection, "accept-encoding": _encoding, ...headers } = request.headers
    const answer = await fetch(`${service}${request.url}`, {
      method: request.method ?? "GET",
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) })
    })
    const text = await answer.text()
    if (request.method === "POST") posts.push(turn === 0 ? 0 : answer.status)
    if (turn === 0) return void request.socket.destroy()
    const { "content-encoding": _coding, "content-length": _length, ...answered } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, answered)
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port")
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    posts,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
