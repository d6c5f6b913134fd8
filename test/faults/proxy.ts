import { createServer, connect as dial, type Socket } from "node:net"

/**
 * What a proxy does with connections. It lets them through; or it refuses new ones and breaks the others; or it falls
 * silent, like a network that loses every packet: it accepts connections and bytes, even the end of a connection, and
 * passes nothing on until it lets through again.
 */
type Mode = "passing" | "refusing" | "silent"

const listening = (server: ReturnType<typeof createServer>, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, "127.0.0.1", resolve))

/** A TCP proxy in front of the PostgreSQL that `url` names; its own `url` leads through it. */
export const startProxy = async (url: string) => {
  const target = new URL(url)
  const port = Number(target.port || 5432)
  let mode: Mode = "passing"
  const open = new Set<Socket>()
  const waiting: Array<Socket> = []
  /** What it received while it was silent, to be passed on when it lets through again. */
  const held: Array<() => void> = []
  let atCommit: (() => void) | undefined

  const follow = (from: Socket, to: Socket) => {
    open.add(from)
    from.on("data", (bytes) => {
      if (mode === "silent" || (atCommit !== undefined && bytes.includes("COMMIT"))) {
        held.push(() => to.write(bytes))
        atCommit?.()
      } else to.write(bytes)
    })
    from.on("end", () => to.end())
    from.on("close", () => {
      open.delete(from)
      if (mode !== "silent") to.destroy()
    })
    from.on("error", () => from.destroy())
  }
  const passOn = (client: Socket) => {
    const upstream = dial(port, target.hostname)
    upstream.setNoDelay(true)
    follow(client, upstream)
    follow(upstream, client)
    client.resume()
  }
  const server = createServer({ pauseOnConnect: true }, (client) => {
    client.setNoDelay(true)
    if (mode !== "silent") return passOn(client)
    client.on("error", () => client.destroy())
    waiting.push(client)
  })
  await listening(server, 0)
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The proxy has no port")
  const through = new URL(url)
  through.host = `127.0.0.1:${address.port}`

  const turn = async (next: Mode): Promise<void> => {
    if (mode === "refusing") await listening(server, address.port)
    mode = next
    if (next === "refusing") {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    }
    for (const socket of open) next === "silent" ? socket.pause() : socket.resume()
    if (next !== "passing") return
    for (const passOnHeld of held.splice(0)) passOnHeld()
    for (const client of waiting.splice(0)) passOn(client)
  }

  /** Falls silent just as a transaction is asked to commit, so that nobody knows whether it did. */
  const silenceAtCommit = (): Promise<void> =>
    new Promise((resolve) => {
      atCommit = () => {
        atCommit = undefined
        void turn("silent")
        resolve()
      }
    })

  return {
    url: through.href,
    turn,
    silenceAtCommit,
    [Symbol.asyncDispose]: async () => {
      for (const socket of [...open, ...waiting]) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
