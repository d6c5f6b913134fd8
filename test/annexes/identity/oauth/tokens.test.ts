import { describe, expect, test } from "bun:test"
import { DateTime, Effect } from "effect"
import { GrantStore } from "../../../../src/annexes/identity/connected-apps/store.ts"
import { AccountStore } from "../../../../src/features/accounts/store.ts"
import { NOON, newPerson, overEveryStore } from "../../../support/app.ts"
import {
  appsOf,
  askForTokens,
  CALLBACK,
  codeForm,
  connect,
  newClient,
  newCode,
  post,
  RESOURCE,
  refreshForm,
  statusWith,
  VERIFIER
} from "./support.ts"

const secondsLater = (seconds: number) => new Date(Date.parse(NOON) + seconds * 1000).toISOString()

overEveryStore("the token endpoint", (service) => {
  /** A person with a registered client and a code for it. */
  const prepared = async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const clientId = await newClient(service())
    return { person, clientId, code: await newCode(service(), person, clientId) }
  }

  describe("a code", () => {
    test("gives an access token, a refresh token and their scope", async () => {
      const { clientId, code } = await prepared()
      const { status, body, headers } = await askForTokens(service(), codeForm(clientId, code))
      expect(status).toBe(200)
      expect(body).toEqual({
        access_token: expect.stringMatching(/^fettle_access_test_[0-9a-z]{48}_[0-9a-z]{7}$/),
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^fettle_refresh_test_[0-9a-z]{48}_[0-9a-z]{7}$/),
        scope: "fettle:read fettle:write"
      })
      expect(headers.get("cache-control")).toBe("no-store")
      expect(headers.get("access-control-allow-origin")).toBe("*")
      expect(await statusWith(service(), body.access_token)).toBe(200)
    })

    test("works once; a second use revokes what the first one gave", async () => {
      const { person, clientId, code } = await prepared()
      const { body } = await askForTokens(service(), codeForm(clientId, code))
      const second = await askForTokens(service(), codeForm(clientId, code))
      expect([second.status, second.body.error]).toEqual([400, "invalid_grant"])
      expect(await statusWith(service(), body.access_token)).toBe(401)
      expect((await askForTokens(service(), refreshForm(clientId, body.refresh_token))).body.error).toBe(
        "invalid_grant"
      )
      expect(await appsOf(service(), person)).toEqual([])
    })

    test("expires after 60 seconds", async () => {
      const late = await prepared()
      await service().setTime(secondsLater(60))
      expect((await askForTokens(service(), codeForm(late.clientId, late.code))).body.error).toBe("invalid_grant")
      const inTime = await prepared()
      await service().setTime(secondsLater(59))
      expect((await askForTokens(service(), codeForm(inTime.clientId, inTime.code))).status).toBe(200)
    })

    const wrong: ReadonlyArray<readonly [string, Record<string, string | undefined>, string]> = [
      ["another verifier", { code_verifier: `${VERIFIER}x` }, "invalid_grant"],
      ["no verifier", { code_verifier: undefined }, "invalid_request"],
      ["a verifier that is too short", { code_verifier: "short" }, "invalid_request"],
      ["another redirect", { redirect_uri: `${CALLBACK}/other` }, "invalid_grant"],
      ["a redirect with a port", { redirect_uri: "https://agent.example.com:444/callback" }, "invalid_grant"],
      ["no redirect", { redirect_uri: undefined }, "invalid_request"],
      ["another resource", { resource: "https://evil.example.com/v1/mcp" }, "invalid_target"],
      ["no client", { client_id: undefined }, "invalid_request"],
      ["a client with a zero byte", { client_id: "client\u0000" }, "invalid_request"],
      ["an invented client", { client_id: "client_nobody" }, "invalid_client"],
      ["no code", { code: undefined }, "invalid_request"],
      ["an invented code", { code: "fettle_code_test_0" }, "invalid_grant"],
      ["another grant type", { grant_type: "password" }, "unsupported_grant_type"],
      ["no grant type", { grant_type: undefined }, "invalid_request"]
    ]
    test.each(wrong)("with %s is refused, and stays valid for the right request", async (_name, changed, error) => {
      const { clientId, code } = await prepared()
      const refused = await askForTokens(service(), codeForm(clientId, code, changed))
      expect([refused.status, refused.body.error]).toEqual([400, error])
      expect(refused.body.error_description).toBeString()
      expect((await askForTokens(service(), codeForm(clientId, code))).status).toBe(200)
    })

    test("of one client is invalid for another", async () => {
      const { clientId, code } = await prepared()
      const other = await newClient(service())
      expect((await askForTokens(service(), codeForm(other, code))).body.error).toBe("invalid_grant")
      expect((await askForTokens(service(), codeForm(clientId, code))).status).toBe(200)
    })

    test("needs no resource, and accepts the service's own", async () => {
      for (const resource of [undefined, RESOURCE, "http://localhost:3000", "http://localhost:3000/"]) {
        const { clientId, code } = await prepared()
        expect((await askForTokens(service(), codeForm(clientId, code, { resource }))).status).toBe(200)
      }
    })

    test("redeemed three times at once gives tokens to only one client, 200 times", async () => {
      await service().setTime(NOON)
      const person = await newPerson(service())
      const clientId = await newClient(service())
      for (let round = 0; round < 200; round++) {
        const code = await newCode(service(), person, clientId)
        const answers = await Promise.all([1, 2, 3].map(() => askForTokens(service(), codeForm(clientId, code))))
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      }
    }, 120_000)
  })

  describe("a refresh token", () => {
    test("is replaced by a new pair, and the access tokens work until they expire", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      await service().setTime(secondsLater(3599))
      expect(await statusWith(service(), tokens.access_token)).toBe(200)
      await service().setTime(secondsLater(3600))
      expect(await statusWith(service(), tokens.access_token)).toBe(401)
      const { status, body } = await refresh(tokens.refresh_token)
      expect(status).toBe(200)
      expect(body.access_token).not.toBe(tokens.access_token)
      expect(body.refresh_token).not.toBe(tokens.refresh_token)
      expect(await statusWith(service(), body.access_token)).toBe(200)
    })

    test("is still accepted 59 seconds after it was replaced", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      const first = await refresh(tokens.refresh_token)
      await service().setTime(secondsLater(59))
      const second = await refresh(tokens.refresh_token)
      expect(second.status).toBe(200)
      expect(await statusWith(service(), first.body.access_token)).toBe(200)
      expect((await refresh(first.body.refresh_token)).status).toBe(200)
    })

    test("used 61 seconds after it was replaced, revokes everything", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      const first = await refresh(tokens.refresh_token)
      await service().setTime(secondsLater(61))
      const late = await refresh(tokens.refresh_token)
      expect([late.status, late.body.error]).toEqual([400, "invalid_grant"])
      expect(await statusWith(service(), first.body.access_token)).toBe(401)
      expect((await refresh(first.body.refresh_token)).body.error).toBe("invalid_grant")
    })

    test("used again and again in the grace period, does not prolong it", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      await refresh(tokens.refresh_token)
      await service().setTime(secondsLater(59))
      expect((await refresh(tokens.refresh_token)).status).toBe(200)
      await service().setTime(secondsLater(61))
      expect((await refresh(tokens.refresh_token)).status).toBe(400)
    })

    test("refreshed several times at once, works for all", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refresh(tokens.refresh_token)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
      for (const { body } of answers) {
        expect(await statusWith(service(), body.access_token)).toBe(200)
        expect((await refresh(body.refresh_token)).status).toBe(200)
      }
    })

    test("lasts 30 days from each refresh", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      const days = 86_400
      await service().setTime(secondsLater(30 * days - 1))
      const renewed = await refresh(tokens.refresh_token)
      expect(renewed.status).toBe(200)
      await service().setTime(secondsLater(60 * days - 2))
      const again = await refresh(renewed.body.refresh_token)
      expect(again.status).toBe(200)
      await service().setTime(secondsLater(90 * days - 2))
      expect((await refresh(again.body.refresh_token)).body.error).toBe("invalid_grant")
    })

    test("of a client that is not registered here lets it know that it must register again", async () => {
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      for (const refresh_token of [tokens.refresh_token, "elsewhere"]) {
        const refused = await refresh(refresh_token, { client_id: "client_of_another_service" })
        expect([refused.status, refused.body.error]).toEqual([400, "invalid_client"])
      }
      // A client with a document does not register.
      const documented = await refresh("elsewhere", { client_id: "https://agent.example.com/client.json" })
      expect(documented.body.error).toBe("invalid_grant")
      expect((await refresh(tokens.refresh_token)).status).toBe(200)
    })

    test("of one client is invalid for another client, and for another resource", async () => {
      await service().setTime(NOON)
      const { tokens, refresh } = await connect(service(), await newPerson(service()))
      const other = await newClient(service())
      expect((await refresh(tokens.refresh_token, { client_id: other })).body.error).toBe("invalid_grant")
      const elsewhere = await refresh(tokens.refresh_token, { resource: "https://evil.example.com/mcp" })
      expect(elsewhere.body.error).toBe("invalid_target")
      expect((await refresh(tokens.refresh_token)).status).toBe(200)
    })

    test("can ask for less, but not for more than was granted", async () => {
      await service().setTime(NOON)
      const writer = await connect(service(), await newPerson(service()))
      const less = await writer.refresh(writer.tokens.refresh_token, { scope: "fettle:read" })
      expect(less.body.scope).toBe("fettle:read")
      expect((await writer.refresh(less.body.refresh_token)).body.scope).toBe("fettle:read fettle:write")
      const reader = await connect(service(), await newPerson(service()), { mayWrite: false })
      expect(reader.tokens.scope).toBe("fettle:read")
      const more = await reader.refresh(reader.tokens.refresh_token, { scope: "fettle:read fettle:write" })
      expect([more.status, more.body.error]).toEqual([400, "invalid_scope"])
      expect((await reader.refresh(reader.tokens.refresh_token, { scope: "nonsense" })).body.error).toBe(
        "invalid_scope"
      )
      expect((await reader.refresh(reader.tokens.refresh_token, { scope: "offline_access" })).body.scope).toBe(
        "fettle:read"
      )
    })

    test("is not an access token, nor the other way round", async () => {
      await service().setTime(NOON)
      const { tokens, refresh, code } = await connect(service(), await newPerson(service()))
      expect(await statusWith(service(), tokens.refresh_token)).toBe(401)
      expect(await statusWith(service(), code)).toBe(401)
      expect((await refresh(tokens.access_token)).body.error).toBe("invalid_grant")
    })
  })

  describe("revocation", () => {
    const revoke = async (form: Record<string, string>) => (await post(service(), "/oauth/revoke", form)).status

    test("of a refresh token disconnects the app", async () => {
      await service().setTime(NOON)
      const { clientId, tokens, refresh } = await connect(service(), await newPerson(service()))
      expect(await revoke({ token: tokens.refresh_token, client_id: clientId })).toBe(200)
      expect(await statusWith(service(), tokens.access_token)).toBe(401)
      expect((await refresh(tokens.refresh_token)).body.error).toBe("invalid_grant")
    })

    test("of an access token ends only that token", async () => {
      await service().setTime(NOON)
      const { clientId, tokens, refresh } = await connect(service(), await newPerson(service()))
      expect(await revoke({ token: tokens.access_token, client_id: clientId, token_type_hint: "access_token" })).toBe(
        200
      )
      expect(await statusWith(service(), tokens.access_token)).toBe(401)
      expect((await refresh(tokens.refresh_token)).status).toBe(200)
    })

    test("of an unknown token is answered like any other; another client's token is refused", async () => {
      await service().setTime(NOON)
      const { tokens } = await connect(service(), await newPerson(service()))
      expect(await revoke({ token: "nonsense" })).toBe(200)
      expect(await revoke({ token: tokens.refresh_token, client_id: "client_other" })).toBe(400)
      expect(await statusWith(service(), tokens.access_token)).toBe(200)
    })
  })

  test("deleting a user ends everything of theirs", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const { clientId, tokens, refresh } = await connect(service(), person)
    const waiting = await newCode(service(), person, clientId)
    await service().run(Effect.flatMap(AccountStore, (accounts) => accounts.deleteUser(person.id)))
    expect(await statusWith(service(), tokens.access_token)).toBe(401)
    expect((await refresh(tokens.refresh_token)).body.error).toBe("invalid_grant")
    expect((await askForTokens(service(), codeForm(clientId, waiting))).body.error).toBe("invalid_grant")
    expect(await appsOf(service(), person)).toEqual([])
  })

  test("apps are listed with their last use, and revoked only with their owner's id", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const { tokens, clientId } = await connect(service(), person)
    expect(await appsOf(service(), person)).toMatchObject([{ clientId, clientName: "Agent", lastUsedAt: null }])
    await service().setTime(secondsLater(30))
    await statusWith(service(), tokens.access_token)
    const [app] = await appsOf(service(), person)
    expect(app?.lastUsedAt && DateTime.toEpochMillis(app.lastUsedAt)).toBe(Date.parse(secondsLater(30)))
    if (app === undefined) throw new Error("There is no app")
    const revoke = (id: typeof app.id) =>
      service().run(
        Effect.gen(function* () {
          yield* (yield* GrantStore).revoke(id, yield* DateTime.now)
        })
      )
    await revoke(app.id)
    expect(await appsOf(service(), person)).toEqual([])
    expect(await statusWith(service(), tokens.access_token)).toBe(401)
  })

  test("a call with an expired access token is no use of the app", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const { tokens } = await connect(service(), person)
    await service().setTime(secondsLater(3600))
    expect(await statusWith(service(), tokens.access_token)).toBe(401)
    expect(await appsOf(service(), person)).toMatchObject([{ lastUsedAt: null }])
  })

  test("a sweep removes what has expired, and nothing else", async () => {
    await service().setTime(NOON)
    const person = await newPerson(service())
    const { tokens, refresh, code, clientId } = await connect(service(), person)
    const sweep = Effect.gen(function* () {
      yield* (yield* GrantStore).sweep(DateTime.subtract(yield* DateTime.now, { days: 1 }))
    })
    await service().setTime(secondsLater(2 * 86_400))
    await service().run(sweep)
    expect(await appsOf(service(), person)).toHaveLength(1)
    // The code has been removed, so its reuse is no longer noticed.
    expect((await askForTokens(service(), codeForm(clientId, code))).body.error).toBe("invalid_grant")
    expect((await refresh(tokens.refresh_token)).status).toBe(200)
    await service().setTime(secondsLater(34 * 86_400))
    await service().run(sweep)
    expect(await appsOf(service(), person)).toEqual([])
  })
})
