import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { anyDatabase } from "../../faults/servers.ts"
import { type RealProvider, startProvider } from "../../support/openid-provider.ts"
import { fettle, freePort } from "../../support/process.ts"

const SLOW = 60_000

let database: Awaited<ReturnType<typeof anyDatabase>>
let provider: RealProvider
beforeAll(async () => {
  database = await anyDatabase()
  provider = await startProvider(["http://localhost:3000"])
}, SLOW)
afterAll(async () => {
  await provider.stop()
  await database[Symbol.asyncDispose]()
})

const OIDC = () => ({ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "fettle", OIDC_CLIENT_SECRET: "hidden-secret" })

const command = async (settings: Record<string, string>, ...args: ReadonlyArray<string>) =>
  fettle({ ...database.settings, PORT: await freePort(), ...settings }, ...args)

const newUser = async (name: string) => {
  const { stdout } = await command({}, "user", "create", "--name", name, "--timezone", "UTC", "--json")
  return String(JSON.parse(stdout).userId)
}

test(
  "fettle user link-oidc links a subject or an e-mail address to one user, until user unlink-oidc",
  async () => {
    const [ada, grace] = [await newUser("Ada"), await newUser("Grace")]
    const linked = await command(OIDC(), "user", "link-oidc", ada, "--subject", "s-1", "--json")
    expect([linked.exitCode, linked.stderr, JSON.parse(linked.stdout)]).toEqual([
      0,
      "",
      { userId: ada, issuer: `${provider.issuer}/`, kind: "subject" }
    ])
    const email = await command(OIDC(), "user", "link-oidc", ada, "--email", "ada@example.com")
    expect([email.exitCode, email.stdout]).toEqual([0, expect.stringContaining("first with this e-mail address")])
    for (const [option, value] of [
      ["--subject", "s-1"],
      ["--email", "ADA@example.com"]
    ] as const) {
      const taken = await command(OIDC(), "user", "link-oidc", grace, option, value)
      expect([taken.exitCode, taken.stdout, taken.stderr]).toEqual([
        1,
        "",
        expect.stringContaining("belongs to another user already")
      ])
    }
    const unlinked = await command({}, "user", "unlink-oidc", ada, "--json")
    expect(JSON.parse(unlinked.stdout)).toEqual({ userId: ada, unlinked: 2 })
    expect((await command(OIDC(), "user", "link-oidc", grace, "--subject", "s-1")).exitCode).toBe(0)
    // A deleted user gives free what they held.
    await command({}, "user", "delete", grace, "--yes")
    expect((await command(OIDC(), "user", "link-oidc", ada, "--subject", "s-1")).exitCode).toBe(0)
  },
  SLOW
)

test(
  "it says what is missing or wrong",
  async () => {
    const user = await newUser("Somebody")
    const none = await command({}, "user", "link-oidc", user, "--subject", "s-2")
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("OIDC_ISSUER is not set")])
    for (const options of [[], ["--subject", "s", "--email", "a@b.example"]]) {
      const { exitCode, stderr } = await command(OIDC(), "user", "link-oidc", user, ...options)
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("Give either --subject or --email")])
    }
    const wrong = await command(OIDC(), "user", "link-oidc", user, "--email", "nobody")
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("must be an e-mail address")])
    const unknown = await command(OIDC(), "user", "link-oidc", "usr_0000000000000000", "--subject", "s-3")
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringContaining("There is no user")])
  },
  SLOW
)

describe("the settings", () => {
  test.each([
    [{ OIDC_ISSUER: "https://auth.example.com" }, "OIDC_CLIENT_ID is missing"],
    [{ OIDC_ISSUER: "https://auth.example.com", OIDC_CLIENT_ID: "fettle" }, "OIDC_CLIENT_SECRET is missing"],
    [{ OIDC_CLIENT_SECRET: "hidden-secret" }, "OIDC_ISSUER is missing"],
    [{ OIDC_ISSUER: "auth.example.com" }, "must be the provider's issuer"],
    [{ OIDC_ISSUER: "https://auth.example.com/?tenant=1" }, "must be the provider's issuer"],
    [{ OIDC_SIGN_UP: "perhaps" }, "must be on or off"],
    [{ OIDC_SIGNUP: "on" }, "Write OIDC_SIGN_UP if that is meant"]
  ])("%p are refused", async (settings: Record<string, string>, message) => {
    const { exitCode, stderr } = await command(settings, "user", "list")
    expect([exitCode, stderr.includes(message), stderr.includes("hidden-secret")]).toEqual([1, true, false])
  })

  test(
    "are checked by fettle doctor, with the redirect URIs to allow",
    async () => {
      const examine = async (settings: Record<string, string>) => {
        const { stdout } = await command({ BASE_URL: "http://localhost:3000", ...settings }, "doctor", "--json")
        const { checks } = JSON.parse(stdout) as { checks: ReadonlyArray<Record<string, string>> }
        const found = checks.find(({ name }) => name === "openid")
        return found === undefined ? undefined : `${found.status}: ${found.message}`
      }
      expect(await examine({})).toBeUndefined()
      const good = await examine({ ...OIDC(), ALSO_BASE_URLS: "http://nas.local:3000" })
      expect(good).toContain(
        "http://localhost:3000/app/openid/callback and http://nas.local:3000/app/openid/callback. OIDC_ISSUER is not https"
      )
      expect(await examine({ ...OIDC(), OIDC_ISSUER: `${provider.issuer}/other` })).toMatch(/^warn: .*cannot be used/)
      expect(await examine({ ...OIDC(), OIDC_ISSUER: "http://127.0.0.1:1" })).toMatch(
        /^warn: .*does not answer in time/
      )
    },
    SLOW
  )
})
