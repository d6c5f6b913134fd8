import { describe, expect, test } from "bun:test"
import { NOON, newPerson, overEveryStore } from "../../../support/app.ts"
import { browserOf, formsOf, linkOf, secretIn, signIn } from "../../page/support.ts"
import {
  answerIn,
  appsOf,
  askForTokens,
  authorizePath,
  CALLBACK,
  codeForm,
  newClient,
  newCode,
  register,
  statusWith
} from "./support.ts"

overEveryStore("the consent page", (service) => {
  const prepared = async () => {
    await service().setTime(NOON)
    const person = await newPerson(service(), { name: "Ada" })
    const clientId = await newClient(service())
    return { person, clientId, browser: await signIn(service(), person) }
  }

  test("shows who asks for what, where it leads, and whose data it is; it runs no script and cannot be framed", async () => {
    const { browser, clientId } = await prepared()
    const { status, html, headers } = await browser.get(authorizePath(clientId))
    expect(status).toBe(200)
    for (const text of ["Agent", "Its name is not verified by us", "agent.example.com", "Ada", "It may read", "Deny"])
      expect(html).toContain(text)
    expect(html).not.toContain("<script")
    const policy = headers.get("content-security-policy") ?? ""
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("form-action 'self' https://agent.example.com;")
    expect(headers.get("cache-control")).toBe("no-store")
  })

  test("shows a client's name as text", async () => {
    const { browser } = await prepared()
    const name = "<img src=x onerror=alert(1)>"
    const { body } = await register(service(), { client_name: name, redirect_uris: [CALLBACK] })
    const { html } = await browser.get(authorizePath(String(body.client_id)))
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;")
    expect(html).not.toContain("<img src=x")
  })

  test("Allow redirects with a code, the state and the issuer; the code gives working tokens", async () => {
    const { browser, clientId, person } = await prepared()
    const { status, headers } = await browser.submit(authorizePath(clientId), "allow", { write: "yes" })
    expect(status).toBe(303)
    const location = headers.get("location")
    expect(location).toStartWith(`${CALLBACK}?code=fettle_code_test_`)
    const { code = "", state, iss } = answerIn(location)
    expect([state, iss]).toEqual(["st &=?", "http://localhost:3000"])
    const { body } = await askForTokens(service(), codeForm(clientId, code))
    expect(body.scope).toBe("fettle:read fettle:write")
    expect(await statusWith(service(), body.access_token)).toBe(200)
    expect(await appsOf(service(), person)).toMatchObject([{ clientId, clientName: "Agent", mayWrite: true }])
  })

  test("the person can leave out writing, which is not offered unless the client asks for it", async () => {
    const { browser, clientId } = await prepared()
    const scopeAfter = async (changed: Record<string, string>, fields: Record<string, string>) => {
      const { headers } = await browser.submit(authorizePath(clientId, changed), "allow", fields)
      const { code = "" } = answerIn(headers.get("location"))
      return (await askForTokens(service(), codeForm(clientId, code))).body.scope
    }
    expect(await scopeAfter({}, {})).toBe("fettle:read")
    expect(await scopeAfter({ scope: "fettle:read fettle:write offline_access" }, { write: "yes" })).toBe(
      "fettle:read fettle:write"
    )
    expect((await browser.get(authorizePath(clientId, { scope: "fettle:read" }))).html).not.toContain('name="write"')
    expect(await scopeAfter({ scope: "fettle:read" }, { write: "yes" })).toBe("fettle:read")
  })

  test("Deny redirects with access_denied, and gives nothing", async () => {
    const { browser, clientId, person } = await prepared()
    const { status, headers } = await browser.submit(authorizePath(clientId), "deny")
    expect(status).toBe(303)
    expect(answerIn(headers.get("location"))).toMatchObject({
      error: "access_denied",
      state: "st &=?",
      iss: "http://localhost:3000"
    })
    expect(await appsOf(service(), person)).toEqual([])
  })

  test("is shown every time, even for a client that was allowed before", async () => {
    const { browser, clientId } = await prepared()
    await browser.submit(authorizePath(clientId), "allow", { write: "yes" })
    expect((await browser.get(authorizePath(clientId))).html).toContain("Allow")
    expect((await browser.get(authorizePath(clientId, { prompt: "none" }))).status).toBe(200)
  })

  test("makes a person who is not signed in sign in first, and then returns", async () => {
    const { person, clientId } = await prepared()
    const browser = browserOf(service())
    const path = authorizePath(clientId)
    const first = await browser.get(path)
    expect([first.status, first.headers.get("location")]).toEqual([303, "/app/sign-in"])
    const link = secretIn(await linkOf(service(), person))
    const signedIn = await browser.post("/app/login", { link })
    expect(signedIn.headers.get("location")).toBe(path)
    expect((await browser.get(path)).html).toContain("Allow")
  })

  test("the settings list connected apps and disconnect them at once; nobody else can", async () => {
    const { browser, clientId } = await prepared()
    const apps = "/app/settings/apps"
    expect((await browser.get(apps)).html).toContain("None.")
    const { headers } = await browser.submit(authorizePath(clientId), "allow")
    const { code = "" } = answerIn(headers.get("location"))
    const { body } = await askForTokens(service(), codeForm(clientId, code))
    await service().setTime("2026-03-14T12:05:00Z")
    expect(await statusWith(service(), body.access_token)).toBe(200)
    const { html } = await browser.get(apps)
    for (const text of ["Agent", "may read", ">14 Mar 2026, 12:00<", ">14 Mar 2026, 12:05<"])
      expect(html).toContain(text)
    expect(html).not.toContain("read and write")

    const form = formsOf(html).find(({ hidden }) => hidden.action === "disconnect")
    const stranger = await signIn(service(), await newPerson(service()))
    const hidden = formsOf((await stranger.get(apps)).html)[0]?.hidden ?? {}
    const theft = await stranger.post(apps, { ...form?.hidden, form_token: hidden.form_token ?? "" })
    expect(theft.status).toBe(404)
    expect(await statusWith(service(), body.access_token)).toBe(200)

    const done = await browser.submit(apps, "disconnect")
    expect([done.status, done.headers.get("location")]).toEqual([303, `${apps}?done=disconnected`])
    expect(await statusWith(service(), body.access_token)).toBe(401)
    expect((await browser.get(`${apps}?done=disconnected`)).html).toContain("None.")
  })

  describe("answers the client with an error", () => {
    /** Where a faulty request leads: by a link on a page at first, and at once after the client was allowed. */
    const ledTo = async (changed: Record<string, string | undefined>, added = "") => {
      const { browser, clientId, person } = await prepared()
      const path = `${authorizePath(clientId, changed)}${added}`
      const first = await browser.get(path)
      expect([first.status, first.headers.get("location")]).toEqual([400, null])
      expect(first.html).toContain("An app that calls itself <strong>Agent</strong> sent a request that is not valid")
      const [, link = ""] = /<a href="([^"]*)" rel="noreferrer"/.exec(first.html) ?? []
      await askForTokens(service(), codeForm(clientId, await newCode(service(), person, clientId)))
      const { status, headers } = await browser.get(path)
      const location = headers.get("location")
      expect([status, location?.startsWith(`${CALLBACK}?`)]).toEqual([303, true])
      expect(link.replaceAll("&amp;", "&")).toBe(String(location))
      const other = await signIn(service(), await newPerson(service()))
      expect((await other.get(path)).status).toBe(400)
      return answerIn(location)
    }

    const wrong: ReadonlyArray<readonly [string, Record<string, string | undefined>, string]> = [
      ["without PKCE", { code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
      ["with plain PKCE", { code_challenge_method: "plain" }, "invalid_request"],
      ["with PKCE of no method, which means plain", { code_challenge_method: undefined }, "invalid_request"],
      ["with a challenge that is not a SHA-256", { code_challenge: "short" }, "invalid_request"],
      ["for a token", { response_type: "token" }, "unsupported_response_type"],
      ["for nothing", { response_type: undefined }, "invalid_request"],
      ["for an empty answer", { response_type: "" }, "invalid_request"],
      ["for an answer in the fragment", { response_mode: "fragment" }, "invalid_request"],
      ["with a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "invalid_request"],
      ["for another resource", { resource: "https://evil.example.com/v1/mcp" }, "invalid_target"],
      ["for unknown scopes", { scope: "admin" }, "invalid_scope"]
    ]
    test.each(wrong)("%s", async (_name, changed, error) => {
      expect(await ledTo(changed)).toEqual({
        error,
        error_description: expect.any(String),
        state: "st &=?",
        iss: "http://localhost:3000"
      })
    })

    test.each([
      ["scope=fettle%3Aread&scope=fettle%3Awrite", "invalid_request"],
      ["response_type=code", "invalid_request"],
      ["foo=1&foo=2", "invalid_request"],
      ["foo=%ed%a0%80", "invalid_request"],
      ["resource=http%3A%2F%2Flocalhost%3A3000%2Fv1%2Fmcp", "invalid_target"],
      ["foo=1&foo=2&resource=x", "invalid_target"]
    ])("with %s added, which repeats a parameter or is malformed", async (added, error) => {
      const answer = { error, state: "st &=?", iss: "http://localhost:3000" }
      expect(await ledTo({}, `&${added}`)).toEqual({
        ...answer,
        error_description: expect.stringMatching(/^[\x20-\x7e]+$/)
      })
    })

    test("but not for an unknown parameter", async () => {
      const { browser, clientId } = await prepared()
      expect((await browser.get(`${authorizePath(clientId)}&foo=1&bar=`)).status).toBe(200)
    })
  })

  describe("redirects nowhere", () => {
    const wrong: ReadonlyArray<readonly [string, Record<string, string | undefined>]> = [
      ["to another path", { redirect_uri: `${CALLBACK}/other` }],
      ["to another port", { redirect_uri: "https://agent.example.com:444/callback" }],
      ["to another host", { redirect_uri: "https://evil.example.com/callback" }],
      ["to a fragment", { redirect_uri: `${CALLBACK}#x` }],
      ["to a script", { redirect_uri: "javascript:alert(document.cookie)" }],
      ["with user info", { redirect_uri: "https://agent.example.com@evil.example.com/callback" }],
      ["without a redirect URI", { redirect_uri: undefined }],
      ["for an unknown client", { client_id: "client_unknown" }],
      ["for no client", { client_id: undefined }],
      ["for a client with a strange id", { client_id: "<script>" }],
      ["for a document on this machine", { client_id: "https://localhost/client.json" }]
    ]
    test.each(wrong)("%s", async (_name, changed) => {
      const { browser, clientId } = await prepared()
      const { status, headers, html } = await browser.get(authorizePath(clientId, changed))
      expect([status, headers.get("location"), headers.get("content-type")]).toEqual([
        400,
        null,
        "text/html; charset=utf-8"
      ])
      expect(html).toContain("This app cannot be connected")
      expect(html).not.toContain("<script")
    })

    test("if a parameter is given twice", async () => {
      const { browser, clientId } = await prepared()
      for (const extra of [
        "redirect_uri=https%3A%2F%2Fevil.example.com",
        "client_id=x",
        "state=y",
        "state=y&foo=1&foo=2",
        "redirect_uri=x&resource=x"
      ]) {
        const { status, headers } = await browser.get(`${authorizePath(clientId)}&${extra}`)
        expect([status, headers.get("location")]).toEqual([400, null])
      }
    })
  })

  describe("accepts no answer", () => {
    const formOf = async (browser: Awaited<ReturnType<typeof signIn>>, clientId: string) => {
      const form = formsOf((await browser.get(authorizePath(clientId))).html).find(
        ({ hidden }) => hidden.action === "allow"
      )
      if (form === undefined) throw new Error("There is no form")
      return form
    }

    test("from another origin, or without one", async () => {
      const { browser, clientId, person } = await prepared()
      const { to, hidden } = await formOf(browser, clientId)
      const foreign: ReadonlyArray<Record<string, string>> = [
        { origin: "https://evil.example.com" },
        { origin: "null" },
        { origin: "" },
        { "sec-fetch-site": "cross-site" }
      ]
      for (const headers of foreign) expect((await browser.post(to, hidden, headers)).status).toBe(403)
      expect(await appsOf(service(), person)).toEqual([])
      expect((await browser.post(to, hidden)).status).toBe(303)
    })

    test("without the form's token, or with that of another session", async () => {
      const { browser, clientId, person } = await prepared()
      const { to, hidden } = await formOf(browser, clientId)
      const other = await formOf(await signIn(service(), person), clientId)
      const { form_token: _, ...bare } = hidden
      expect((await browser.post(to, bare)).status).toBe(403)
      expect((await browser.post(to, { ...hidden, form_token: other.hidden.form_token ?? "" })).status).toBe(403)
      expect((await browser.post(to, { ...hidden, consent: other.hidden.consent ?? "" })).status).toBe(409)
    })

    test("twice", async () => {
      const { browser, clientId } = await prepared()
      const { to, hidden } = await formOf(browser, clientId)
      const first = await browser.post(to, hidden)
      const second = await browser.post(to, hidden)
      expect([first.status, second.status, second.headers.get("location")]).toEqual([303, 409, null])
      const { code = "" } = answerIn(first.headers.get("location"))
      expect((await askForTokens(service(), codeForm(clientId, code))).status).toBe(200)
      const twins = await formOf(browser, clientId)
      const statuses = await Promise.all([1, 2, 3].map(async () => (await browser.post(twins.to, twins.hidden)).status))
      expect(statuses.sort()).toEqual([303, 409, 409])
    })

    test("for another request than the one shown, or after an hour", async () => {
      const { browser, clientId } = await prepared()
      const { hidden, to } = await formOf(browser, clientId)
      const changed = authorizePath(clientId, { state: "another" })
      expect((await browser.post(changed, hidden)).status).toBe(409)
      await service().setTime("2026-03-14T13:00:00Z")
      expect((await browser.post(to, hidden)).status).toBe(409)
    })

    test("after the other one", async () => {
      const { browser, clientId, person } = await prepared()
      for (const [first, second] of [
        ["allow", "deny"],
        ["deny", "allow"]
      ] as const) {
        const { to, hidden } = await formOf(browser, clientId)
        const answered = await browser.post(to, { ...hidden, action: first })
        const again = await browser.post(to, { ...hidden, action: second })
        expect([answered.status, again.status, again.headers.get("location")]).toEqual([303, 409, null])
      }
      expect(await appsOf(service(), person)).toEqual([])
    })

    test("from somebody who has signed out meanwhile, and asks again after the sign-in", async () => {
      const { browser, clientId, person } = await prepared()
      const { to, hidden } = await formOf(browser, clientId)
      await browser.submit("/app", "leave")
      const { status, headers } = await browser.post(to, hidden)
      expect([status, headers.get("location")]).toEqual([303, "/app/sign-in"])
      const link = secretIn(await linkOf(service(), person))
      const signedIn = await browser.post("/app/login", { link })
      expect(signedIn.headers.get("location")).toBe(to)
      expect((await browser.get(to)).html).toContain("Allow")
    })

    test("from another site, which does not choose where a sign-in leads", async () => {
      const { browser, clientId, person } = await prepared()
      const { to, hidden } = await formOf(browser, clientId)
      await browser.submit("/app", "leave")
      await browser.post(to, hidden, { origin: "https://evil.example.com" })
      const link = secretIn(await linkOf(service(), person))
      expect((await browser.post("/app/login", { link })).headers.get("location")).toBe("/app?done=welcome")
    })
  })
})
