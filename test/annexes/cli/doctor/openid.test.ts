import { afterEach, expect, test } from "bun:test"
import { Effect, Option, Redacted } from "effect"
import { openIdChecks } from "../../../../src/annexes/cli/doctor/openid.ts"
import { AppConfig } from "../../../../src/config.ts"
import { freePort } from "../../../support/process.ts"
import { settings } from "../../../support/settings.ts"

const servers: Array<Bun.Server<undefined>> = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop(true))))

/** A provider that publishes this metadata; returns the issuer's address. */
const publishing = (metadata: (issuer: string) => object): string => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) => Response.json(metadata(new URL(url).origin))
  })
  servers.push(server)
  return `http://127.0.0.1:${server.port}`
}

const metadataOf = (issuer: string) => ({ issuer, authorization_endpoint: `${issuer}/authorize` })

const look = (issuer: string) =>
  openIdChecks.pipe(
    Effect.provideService(AppConfig, {
      ...settings,
      alsoBaseUrls: [new URL("https://fettle.example.com")],
      openId: Option.some({
        issuer: new URL(issuer),
        clientId: "fettle",
        clientSecret: Redacted.make("hunter2"),
        name: "Home",
        signUp: false
      })
    }),
    Effect.map((checks) => checks.map(({ name, status, message }) => `${name} ${status}: ${message}`)),
    Effect.runPromise
  )

test("without an OpenID provider, the doctor does not mention one", async () => {
  expect(await Effect.runPromise(Effect.provideService(openIdChecks, AppConfig, settings))).toEqual([])
})

test("of a provider that answers, the doctor says what its client must allow, and that http is not safe", async () => {
  const issuer = publishing(metadataOf)
  expect(await look(issuer)).toEqual([
    `openid warn: ${issuer}/ answers. Its client must allow the redirect URIs http://localhost:3000/app/openid/callback and https://fettle.example.com/app/openid/callback. OIDC_ISSUER is not https: whoever reads the network can take a sign-in over`
  ])
})

test("while the provider is away, the doctor says how people sign in, and not that the setting is wrong", async () => {
  const [found = ""] = await look(`http://127.0.0.1:${await freePort()}`)
  expect(found).toStartWith("openid warn: ")
  expect(found).toEndWith("People sign in with login links and passkeys in the meantime")
  expect(found).not.toContain("Set OIDC_ISSUER")
})

test("of a provider with another issuer, the doctor says which setting to correct", async () => {
  const [found = ""] = await look(publishing(() => metadataOf("https://other.example.com")))
  expect(found).toStartWith("openid warn: ")
  expect(found).toContain("Set OIDC_ISSUER to the issuer exactly as")
  expect(found).not.toContain("in the meantime")
})
