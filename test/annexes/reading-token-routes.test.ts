import { afterAll, beforeAll, expect, test } from "bun:test"
import { Effect, Option, Redacted } from "effect"
import { createToken } from "../../src/features/accounts/accounts.ts"
import { BASE_URL, makeService, newPerson, type Service } from "../support/app.ts"
import { databases } from "../support/stores.ts"

/** Every route of the service by what it does with a token that only reads: its path, and the methods. */
const ROUTES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  /** Answers it. What it may call over MCP is in test/call/reading-token.test.ts. */
  reads: {
    "/v1/me": "GET",
    "/v1/body-metrics": "GET",
    "/v1/foods": "GET",
    "/v1/food-entries": "GET",
    "/v1/exercises": "GET",
    "/v1/workouts": "GET",
    "/v1/workouts/detail": "GET",
    "/v1/goal-templates": "GET",
    "/v1/daily-goals": "GET",
    "/v1/mcp": "* POST",
    "/export": "GET"
  },
  /** Refuses it, because it may not write. */
  refuses: {
    "/v1/body-metrics": "DELETE PUT",
    "/v1/food-entries": "DELETE PATCH POST",
    "/v1/custom-foods": "DELETE POST",
    "/v1/workouts": "DELETE POST PUT",
    "/v1/goal-templates": "DELETE POST",
    "/v1/daily-goals": "PUT",
    "/ingest": "POST"
  },
  /** Answers as without it: the route is open, or asks for something else, such as a session. */
  ignores: {
    "/": "GET",
    "/clients": "GET",
    "/docs": "GET",
    "/favicon.ico": "GET",
    "/favicon.svg": "GET",
    "/today.png": "GET",
    "/assets/*.css": "GET",
    "/health": "GET",
    "/ready": "GET",
    "/v1/llms.txt": "GET HEAD",
    "/v1/openapi.json": "GET HEAD",
    "/.well-known/oauth-authorization-server": "* GET HEAD OPTIONS",
    "/.well-known/oauth-protected-resource": "* GET HEAD OPTIONS",
    "/.well-known/oauth-protected-resource/v1/mcp": "* GET HEAD OPTIONS",
    "/oauth/authorize": "GET POST",
    "/oauth/register": "* OPTIONS POST",
    "/oauth/revoke": "* OPTIONS POST",
    "/oauth/token": "* OPTIONS POST",
    "/app": "GET POST",
    "/app/assets/*.js": "GET GET",
    "/app/assets/*.wasm": "GET",
    "/app/diary": "GET POST",
    "/app/exercise": "GET",
    "/app/goals": "GET POST",
    "/app/goals/goal": "GET POST",
    "/app/icons/icon-192.png": "GET",
    "/app/icons/icon-512.png": "GET",
    "/app/icons/maskable-512.png": "GET",
    "/app/icons/touch-180.png": "GET",
    "/app/login": "GET POST",
    "/app/manifest.webmanifest": "GET",
    "/app/nowhere": "GET",
    "/app/offline": "GET",
    "/app/openid": "GET",
    "/app/openid/callback": "GET",
    "/app/openid/sign-out": "GET",
    "/app/phone": "GET",
    "/app/sample": "GET POST",
    "/app/settings": "GET",
    "/app/settings/account": "GET POST",
    "/app/settings/apps": "GET POST",
    "/app/settings/delete": "GET POST",
    "/app/settings/exercises": "GET POST",
    "/app/settings/exercises/exercise": "GET POST",
    "/app/settings/foods": "GET POST",
    "/app/settings/foods/food": "GET POST",
    "/app/settings/history": "GET POST",
    "/app/settings/meals": "GET POST",
    "/app/settings/meals/meal": "GET POST",
    "/app/settings/openid": "GET POST",
    "/app/settings/passkeys": "GET POST",
    "/app/settings/phone": "GET POST",
    "/app/settings/phone/device": "GET POST",
    "/app/settings/recipes": "GET POST",
    "/app/settings/recipes/recipe": "GET POST",
    "/app/settings/sessions": "GET POST",
    "/app/settings/tokens": "GET POST",
    "/app/settings/webhooks": "GET POST",
    "/app/settings/webhooks/webhook": "GET POST",
    "/app/sign-in": "GET POST",
    "/app/sign-out": "GET POST",
    "/app/trends": "GET",
    "/app/trends/readings": "GET POST",
    "/app/undo": "GET POST",
    "/app/worker.js": "GET",
    "/app/workout": "GET POST",
    "/app/workouts": "GET POST",
    "/app/workouts/log": "GET POST",
    "/app/workouts/routine": "GET POST",
    "/app/workouts/routines": "GET POST"
  }
}

/** A provider that nobody reaches, so that its routes exist. */
const openId = Option.some({
  issuer: new URL("http://127.0.0.1:9"),
  clientId: "fettle",
  clientSecret: Redacted.make("secret"),
  name: "Home",
  signUp: false
})

let service: Service
beforeAll(async () => {
  const [database] = databases
  if (database === undefined) throw new Error("There is no database")
  service = await makeService(database.layer, { openId })
}, 60_000)
afterAll(() => service.stop())

test("every route answers a token that only reads as its row says", async () => {
  const person = await newPerson(service)
  const { token } = await service.run(
    Effect.orDie(createToken({ userId: person.id, name: "Job", environment: "test", expiresAt: null, scope: "read" }))
  )
  const all = await service.routes()
  const rows: Record<string, Record<string, string>> = { reads: {}, refuses: {}, ignores: {} }
  for (const { method, path } of all.toSorted((one, other) => one.method.localeCompare(other.method))) {
    const sent = method === "*" ? "POST" : method
    const isPage = /^\/(app|oauth\/authorize)/.test(path)
    const type = isPage ? "application/x-www-form-urlencoded" : "application/json"
    const body = ["GET", "HEAD", "DELETE", "OPTIONS"].includes(sent)
      ? undefined
      : { type, text: isPage ? "action=save" : "{}" }
    const ask = async (authorization: Record<string, string>) => {
      const { status, headers } = await service.fetch(path, {
        method: sent,
        headers: {
          origin: BASE_URL,
          "sec-fetch-site": "same-origin",
          ...(body === undefined ? {} : { "content-type": body.type }),
          ...authorization
        },
        ...(body === undefined ? {} : { body: body.text })
      })
      return `${status} ${headers.get("location") ?? ""}`
    }
    const [none, answered] = [await ask({}), await ask({ authorization: `Bearer ${token}` })]
    const row = answered.startsWith("401") ? "refuses" : answered === none ? "ignores" : "reads"
    const name = path.replace(/\/assets\/[\w-]+\./, "/assets/*.")
    const before = rows[row]?.[name]
    rows[row] = { ...rows[row], [name]: before === undefined ? method : `${before} ${method}` }
  }
  expect(rows).toEqual(ROUTES)
}, 120_000)
