import { expect, test } from "bun:test"
import { Effect } from "effect"
import { whyUnreachable } from "../../../src/platform/database/reachability.ts"

const reasonAt = async (url: string) => (await Effect.runPromise(whyUnreachable(url))).reason

test("a server that cannot be used either does not listen, or is no PostgreSQL", async () => {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } })
  const url = `postgres://nobody@127.0.0.1:${server.port}/fettle`
  expect(await reasonAt(url)).toBe("what listens there does not answer as PostgreSQL does")
  server.stop(true)
  expect(await reasonAt(url)).toBe("nothing listens there")
})
