import { expect, test } from "bun:test"
import { build } from "esbuild"
import { anyDatabase } from "../faults/servers.ts"
import { freePort, startServer } from "../support/process.ts"
import { openBrowser } from "./chromium.ts"

const PROGRAM = `
import { connect, NotFound } from "./src/client/client.ts"
window.run = async (baseUrl, token) => {
  const client = await connect({ baseUrl, token })
  const { units } = await client.get_context()
  const { readings } = await client.set_body_metrics({ metric: "weight", readings: [{ value: 70.5, unit: "kg" }] })
  const missing = await client.get_workout({ id: "workout_none" }).catch((error) => error)
  return [units.bodyWeight, readings[0].value, missing instanceof NotFound && typeof missing.requestId]
}
`

test("the typed client runs in a browser, on a page of another origin that is allowed", async () => {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: `${import.meta.dir}/../..`, loader: "js" },
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
  const outcome = await tab.evaluate(`run(${JSON.stringify(server.baseUrl)}, ${JSON.stringify(server.token)})`)
  await page.stop(true)
  expect(outcome).toEqual(["kg", 70.5, "string"])
}, 120_000)
