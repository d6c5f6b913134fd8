import { connect } from "node:net"
import { type Random, randomOf } from "./random.ts"

const BODY = '{"metric":"steps","readings":[{"value":1}]}'

/** The parts of a valid request; each way to break one replaces some of them. */
interface Parts {
  readonly line: string
  readonly host: string
  readonly headers: ReadonlyArray<string>
  readonly length: string
  readonly body: string
}

const chunk = (text: string, size = text.length.toString(16)): string => `${size}\r\n${text}\r\n0\r\n\r\n`

const chunked = (parts: Parts, body: string, header = "Transfer-Encoding: chunked"): Parts => ({
  ...parts,
  length: header,
  body
})

const broken = (random: Random, parts: Parts): Parts => {
  const line = (line: string): Parts => ({ ...parts, line, length: "", body: "" })
  const headers = (...more: ReadonlyArray<string>): Parts => ({ ...parts, headers: [...parts.headers, ...more] })
  const length = (length: string): Parts => ({ ...parts, length })
  return random.pick<() => Parts>([
    () => length(`Content-Length: ${BODY.length}\r\nTransfer-Encoding: chunked`),
    () => length(`Content-Length: ${BODY.length}\r\nContent-Length: 1`),
    ...["+43", "-1", "abc", "0x2b", "99999999999999999999999", "43, 43", "", "1e3", "43 ", "4294967339"].map(
      (text) => () => length(`Content-Length: ${text}`)
    ),
    () => length(`Content-Length: ${random.pick([0, 1, 42, 44, 1000, 2_000_000])}`),
    () => length(`Content-Length : ${BODY.length}`),
    () => chunked(parts, chunk(BODY)),
    ...["", "zz", "-1", "0x2b", "2B;ext=1", "1", "28", "ff", "ffffffffffffffffff", "2b\r\n"].map(
      (size) => () => chunked(parts, chunk(BODY, size))
    ),
    () => chunked(parts, chunk(BODY).slice(0, -5)),
    () =>
      chunked(
        parts,
        chunk(BODY),
        random.pick([
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: xchunked",
          "Transfer-Encoding : chunked",
          "Transfer-Encoding: chunked, identity"
        ])
      ),
    ...["TRACE", "CONNECT", "PROPFIND", "get", "FOO", "", "A".repeat(3000)].map(
      (method) => () => line(`${method} /v1/me HTTP/1.1`)
    ),
    ...[
      "*",
      "v1/me",
      "http://evil.example/v1/me",
      "//v1/me",
      "/v1\\me",
      "/v1/me\u0000",
      "/v1/m\xff\xfee",
      "/v1/me#x",
      "/v1/me x",
      `/v1/me?${"a&".repeat(7000)}`,
      `/v1/${"x".repeat(40_000)}`,
      "/v1/foods?query=\xff\xfe"
    ].map((path) => () => line(`GET ${path} HTTP/1.1`)),
    ...["HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/9.9", "HTTP", "", "ICY"].map(
      (version) => () => line(`GET /v1/me ${version}`)
    ),
    ...["", "a b", "[]:1", "user@localhost", "localhost:3000/x?", "\xff", "x".repeat(3000), "a\r\nHost: b"].map(
      (host) => () => ({ ...parts, host: `Host: ${host}` })
    ),
    () => ({ ...parts, host: "" }),
    () => headers("X-Odd: a\r\n b"),
    () => headers("no colon"),
    () => headers(": no name"),
    () => headers(`X-Long: ${"a".repeat(20_000)}`),
    () => headers(...Array.from({ length: 500 }, () => "X: a")),
    () => headers("X-Odd: \u0000\u0001\u007f"),
    () => headers(parts.headers[0] ?? ""),
    () => headers("Expect: 100-continue"),
    () => headers("Expect: nonsense"),
    () =>
      headers(
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
      ),
    () => headers("Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings"),
    () => headers("Idempotency-Key: a", "Idempotency-Key: \xe9"),
    () => ({ ...parts, line: `\r\n\r\n${parts.line}` }),
    () => ({ ...parts, line: `\u0016\u0003\u0001${parts.line}` })
  ])()
}

/** The bytes (one for each character) of a request that is malformed below what a client would send. */
export const rawRequest = (
  seed: number,
  { host, token }: { readonly host: string; readonly token: string }
): string => {
  const random = randomOf(seed)
  const right: Parts = {
    line: "PUT /v1/body-metrics HTTP/1.1",
    host: `Host: ${host}`,
    headers: [`Authorization: Bearer ${token}`, "Content-Type: application/json"],
    length: `Content-Length: ${BODY.length}`,
    body: BODY
  }
  const once = broken(random, right)
  const parts = random.chance(0.3) ? broken(random, once) : once
  const head = [parts.line, parts.host, ...parts.headers, parts.length].filter((line) => line !== "")
  const text = `${head.join("\r\n")}\r\n\r\n${parts.body}`
  return random.chance(0.1) ? text.slice(0, random.below(text.length)) : text
}

/** Sends the bytes and ends its side of the connection, and waits until the server ends its own. */
export const sendRaw = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const received: Array<Buffer> = []
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    const done = () => {
      socket.destroy()
      resolve(Buffer.concat(received).toString("latin1"))
    }
    socket.on("data", (data: Buffer) => received.push(data))
    socket.on("end", done)
    socket.on("error", done)
    socket.on("close", done)
    socket.end(Buffer.from(bytes, "latin1"))
  })
