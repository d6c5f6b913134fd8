import { afterEach, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { predecessors } from "../../../../src/annexes/cli/serve/predecessor.ts"
import { AppConfig } from "../../../../src/config.ts"
import { settings } from "../../../support/settings.ts"

const LISTENING = `
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", reusePort: true, fetch: () => new Response() })
  console.log(server.port)`

const children: Array<Bun.Subprocess> = []
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL")
  await Promise.all(children.splice(0).map((child) => child.exited))
})

/** The port on which another process listens alone, started with these words. */
const listening = async (...words: ReadonlyArray<string>): Promise<number> => {
  const child = Bun.spawn([process.execPath, "-e", LISTENING, ...words], { stdout: "pipe", stderr: "inherit" })
  children.push(child)
  const { value } = await child.stdout.getReader().read()
  return Number(new TextDecoder().decode(value))
}

/** What keeps a server from taking over a port; undefined if nothing does. */
const refusal = (port: number) =>
  predecessors.pipe(
    Effect.match({ onSuccess: () => undefined, onFailure: ({ message }) => message }),
    Effect.provideService(AppConfig, { ...settings, port }),
    Effect.runPromise
  )

describe.if(process.platform === "linux")("a port on which one process listens", () => {
  test("can be taken over from a server that was started with --take-over, and from nothing else", async () => {
    const [shared, own] = await Promise.all([listening("serve", "--take-over"), listening("serve")])
    expect(await refusal(shared)).toBeUndefined()
    expect(await refusal(own)).toContain("--take-over takes a port only from a Fettle server of the same user")
  })
})
