import { createServer, type Socket } from "node:net"

/** What a server sends to everyone who has sent a request; undefined sends nothing, and "" closes the connection. */
type Script = string | undefined

export interface Faulty extends AsyncDisposable {
  readonly baseUrl: string
  /** The number of requests so far. */
  readonly requests: () => number
}

/** The text of an answer, which ends when the connection closes. */
export const answerOf = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nConnection: close\r\n\r\n${body}`

/** A server of raw answers. The text TOKEN in one is replaced by the bearer token that came. */
export const faulty = async (script: Script): Promise<Faulty> => {
  let requests = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("data", (data) => {
      requests++
      const token = /authorization: Bearer (\S+)/i.exec(data.toString())?.[1] ?? ""
      if (script !== undefined) socket.end(script.replaceAll("TOKEN", token))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The server has no port")
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    requests: () => requests,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
