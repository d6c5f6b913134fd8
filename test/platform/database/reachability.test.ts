import { expect, test } from "bun:test"
import { createServer } from "node:net"
import { Effect } from "effect"
import { whyUnreachable } from "../../../src/platform/database/reachability.ts"

const reasonAt = async (url: string) => (await Effect.runPromise(whyUnreachable(url))).reason

test("a server that cannot be used either does not listen, or is no PostgreSQL", async () => {
  const server = createServer()
  const listening = Promise.withResolvers<void>()
  server.listen(0, "127.0.0.1", listening.resolve)
  await listening.promise
  const address = server.address()
  const url = `postgres://nobody@127.0.0.1:${typeof address === "object" ? address?.port : 0}/fettle`
  expect(await reasonAt(url)).toBe("what listens there does not answer as PostgreSQL does")
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  await closed.promise
  expect(await reasonAt(url)).toBe("nothing listens there")
})
