import { expect, test } from "bun:test"
import { build } from "esbuild"
import { EXPECTED, PROGRAM } from "../client/program.ts"
import { unreliable } from "../client/unreliable.ts"
import { anyDatabase } from "../faults/servers.ts"
import { freePort, startServer } from "../support/process.ts"
import { openBrowser } from "./chromium.ts"

/** The source under the package's name, so that the program is the one that the packed client is tested with. */
const FROM_SOURCE = { "fettle-client": `${import.meta.dir}/../../src/client/client.ts` }

test("the typed client, on a page of another origin, logs exactly once although answers are lost and requests refused", async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: import.meta.dir, loader: "ts" },
    alias: FROM_SOURCE,
    globalName: "program",
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false
  })
  const script = outputFiles[0]?.text ?? ""
  const port = Number(await freePort())
  const html = `<!doctype html><title>Somebody's page</title><script>${script.replaceAll("</script", "<\\/script")}</script>`
  const page = Bun.serve({
    hostname: "127.0.0.1",
    port,
    fetch: () => new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } })
  })
  const origin = `http://127.0.0.1:${port}`
  await using database = await anyDatabase()
  await using server = await startServer({ ...database.settings, ALLOWED_ORIGINS: origin })
  await using browser = await openBrowser()
  const tab = await browser.context.newPage()
  await tab.goto(origin)
  await using between = await unreliable(server.baseUrl)
  const call = `program.run(${JSON.stringify(between.baseUrl)}, ${JSON.stringify(server.token)})`
  const outcome = await tab.evaluate(call)
  await page.stop(true)
  expect(outcome).toBe(EXPECTED)
  expect(between.posts).toEqual([0, 429, 500, 200])
}, 120_000)
