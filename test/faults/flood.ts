import type { Socket } from "bun"

/**
 * Floods a server until its standard input ends: `bun flood.ts PORT CONNECTIONS`. The first line of standard input
 * contains the requests as a JSON array of texts. Each connection sends the next request as soon as it has an answer.
 * Prints a line once there have been as many answers as connections, and at the end the number of answers of each
 * status, as JSON. It runs in a separate process so that it does not slow down the measuring one.
 */
const [port, connections] = process.argv.slice(2).map(Number)
const lines = console[Symbol.asyncIterator]()
const first = await lines.next()
const requests: ReadonlyArray<Buffer> = JSON.parse(first.value ?? "[]").map((text: string) => Buffer.from(text))
const counts: Record<string, number> = {}
let sent = 0
let answered = 0
let isOver = false

const send = (socket: Socket<{ received: Buffer }>) => {
  const request = requests[sent++ % requests.length]
  if (request !== undefined && !isOver) socket.write(request)
}

for (let index = 0; index < (connections ?? 0); index++) {
  await Bun.connect<{ received: Buffer }>({
    hostname: "127.0.0.1",
    port: port ?? 0,
    data: { received: Buffer.alloc(0) },
    socket: {
      data: (socket, bytes) => {
        const received = socket.data.received.length === 0 ? bytes : Buffer.concat([socket.data.received, bytes])
        const head = received.indexOf("\r\n\r\n")
        const length = /content-length: (\d+)/i.exec(received.toString("latin1", 0, Math.max(head, 0)))?.[1]
        if (length === undefined || received.length < head + 4 + Number(length)) {
          socket.data.received = Buffer.from(received)
          return
        }
        socket.data.received = Buffer.alloc(0)
        const status = received.toString("latin1", 9, 12)
        counts[status] = (counts[status] ?? 0) + 1
        if (++answered === connections) console.log("flooding")
        send(socket)
      },
      open: send
    }
  })
}

await lines.next()
isOver = true
console.log(JSON.stringify(counts))
process.exit(0)
