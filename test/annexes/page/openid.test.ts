import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { identityHash } from "../../../src/annexes/identity/openid/hash.ts"
import { linkIdentity } from "../../../src/annexes/identity/openid/people.ts"
import { AccountStore } from "../../../src/features/accounts/store.ts"
import type { UserId } from "../../../src/values/ids.ts"
import { BASE_URL, makeService, NOON, newPerson, type Service } from "../../support/app.ts"
import { type Account, atProvider, type RealProvider, startProvider } from "../../support/openid-provider.ts"
import { storeSets } from "../../support/stores.ts"
import { type Browser, browserOf, formsOf, signIn } from "./support.ts"

let provider: RealProvider
beforeAll(async () => {
  provider = await startProvider([BASE_URL])
})
afterAll(() => provider.stop())

let made = 0
/** Somebody at the provider. */
const newAccount = (account: Account = {}): string => {
  const subject = `person-${++made}`
  provider.accounts.set(subject, account)
  return subject
}

const verified = (email = `somebody-${++made}@example.com`) => ({ email, email_verified: true })

/** The path and query of an address of the service. */
const pathOf = (url: string): string => url.slice(BASE_URL.length)

/** Begins in a browser, and signs in at the provider. Returns what leads back. */
const goThere = async (browser: Browser, subject: string, path = "/app/openid", there = atProvider(provider)) => {
  const { status, headers } = await browser.get(path)
  expect(status).toBe(303)
  return pathOf(await there.signIn(headers.get("location") ?? "", { subject }))
}

const come = async (service: Service, subject: string, browser = browserOf(service)) => {
  const answer = await browser.get(await goThere(browser, subject))
  return { ...answer, browser }
}

const isSignedIn = async (browser: Browser) => (await browser.get("/app")).status === 200

for (const { name, layer } of storeSets) {
  describe(`signing in with OpenID Connect (${name})`, () => {
    let closed: Service
    let open: Service
    beforeAll(async () => {
      closed = await makeService(layer, { openId: provider.openId() })
    }, 60_000)
    afterAll(() => closed.stop())

    const link = (service: Service, userId: UserId, kind: "subject" | "email", text: string) =>
      service.run(linkIdentity(userId, identityHash(provider.settings.issuer, kind, text), kind))

    test("the sign-in page offers it by its name, beside the other ways", async () => {
      const { html, status } = await browserOf(closed).get("/app/sign-in")
      expect(status).toBe(200)
      expect(html).toContain("Sign in with Home &amp; Co")
      expect(html).toContain("Sign in with a passkey")
      expect(html).toContain("login-link --user ID")
    })

    test("begins with PKCE, state and nonce, in a cookie that no script reads", async () => {
      const browser = browserOf(closed)
      const { headers } = await browser.get("/app/openid")
      const { origin, searchParams } = new URL(headers.get("location") ?? "")
      expect(origin).toBe(provider.issuer)
      expect(Object.fromEntries(searchParams)).toEqual({
        client_id: "fettle",
        redirect_uri: `${BASE_URL}/app/openid/callback`,
        response_type: "code",
        scope: "openid email profile",
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: "S256"
      })
      const [cookie = ""] = headers.getSetCookie()
      expect(cookie).toMatch(/^fettle_openid=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
      expect(cookie).not.toContain(searchParams.get("state") ?? "nothing")
    })

    test("a person whose subject is linked is signed in, with the cookie of the sign-in gone", async () => {
      const person = await newPerson(closed)
      const subject = newAccount({ name: "Ada" })
      await link(closed, person.id, "subject", subject)
      const { status, headers, browser } = await come(closed, subject)
      expect([status, headers.get("location")]).toEqual([303, "/app"])
      expect([...browser.cookies.keys()]).toEqual(["fettle_session", "fettle_id_token"])
      expect(await isSignedIn(browser)).toBe(true)
      const { html } = await browser.get("/app/settings/sessions")
      expect(html).toContain("(this browser)")
    })

    test("leads back to the page that was asked for", async () => {
      const person = await newPerson(closed)
      const subject = newAccount()
      await link(closed, person.id, "subject", subject)
      const browser = browserOf(closed)
      await browser.get("/app/diary?day=2026-03-01")
      const { headers } = await come(closed, subject, browser)
      expect(headers.get("location")).toBe("/app/diary?day=2026-03-01")
    })

    test("a form that was interrupted opens again, for the person who typed it", async () => {
      const person = await newPerson(closed)
      const subject = newAccount()
      await link(closed, person.id, "subject", subject)
      const browser = await signIn(closed, person)
      const form = formsOf((await browser.get("/app/settings/account")).html).find(({ filled }) =>
        filled.includes("name")
      )
      await browser.submit("/app/settings/sessions", "endAll")
      await browser.post(form?.to ?? "", { ...form?.hidden, name: "Typed before" })
      const { status, html } = await come(closed, subject, browser)
      expect(status).toBe(200)
      const onward = formsOf(html).find(({ to }) => to === form?.to)
      const shown = await browser.post(onward?.to ?? "", onward?.hidden ?? {})
      expect(shown.html).toContain("Typed before")
    })

    test("a stranger is told their subject, and nobody is made", async () => {
      const subject = newAccount({ ...verified(), name: "Eve <b>" })
      const before = await closed.run(Effect.flatMap(AccountStore, ({ listUsers }) => listUsers))
      const { status, html, browser } = await come(closed, subject)
      expect([status, browser.cookies.size]).toEqual([403, 0])
      expect(html).toContain(`Your subject there is <code>${subject}</code>`)
      expect(html).toContain("user link-oidc USER_ID --subject SUBJECT")
      const after = await closed.run(Effect.flatMap(AccountStore, ({ listUsers }) => listUsers))
      expect(after.length).toBe(before.length)
    })

    describe("signing out there", () => {
      const SIGN_OUT = "/app/openid/sign-out"

      const enter = async (subject: string) => {
        const person = await newPerson(closed)
        await link(closed, person.id, "subject", subject)
        const there = atProvider(provider)
        const browser = browserOf(closed)
        const back = await goThere(browser, subject, "/app/openid", there)
        return { person, there, browser, answer: await browser.get(back) }
      }

      /** Goes to the provider to sign out, answers its page, and returns what that page was and where it led. */
      const leave = async (browser: Browser, there: ReturnType<typeof atProvider>) => {
        const { headers } = await browser.get(SIGN_OUT)
        const { url, html } = await there.follow(headers.get("location") ?? "")
        const xsrf = /name="xsrf" value="(\w+)"/.exec(html)?.[1] ?? ""
        const body = new URLSearchParams({ xsrf, logout: "yes" })
        const answered = await there.follow(`${provider.issuer}/session/end/confirm`, { method: "POST", body })
        return { sent: new URL(url).searchParams, isAsked: html.includes("Yes, sign me out"), to: answered.url }
      }

      test("shows the provider whom it signed in, so that nobody is asked, and comes back", async () => {
        const subject = newAccount({ ...verified(), name: "Ada" })
        const { there, browser, answer } = await enter(subject)
        const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("fettle_id_token=")) ?? ""
        expect(cookie).toMatch(
          /^fettle_id_token=[\w-]+; Max-Age=2592000; Path=\/app\/openid\/sign-out; HttpOnly; SameSite=Lax$/
        )
        await browser.submit("/app", "leave")
        const { sent, isAsked, to } = await leave(browser, there)
        const [, payload = ""] = (sent.get("id_token_hint") ?? "").split(".")
        expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ sub: subject, aud: "fettle" })
        expect([isAsked, to]).toEqual([false, `${BASE_URL}/app/sign-in`])
        // Its session has ended as well: it asks who signs in.
        const { headers } = await browser.get("/app/openid")
        expect((await there.follow(headers.get("location") ?? "")).url).toStartWith(`${provider.issuer}/interaction/`)
      })

      test("shows it once, and no other sign-in's", async () => {
        const { there, browser, person } = await enter(newAccount())
        const copy = browserOf(closed)
        for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
        expect((await leave(browser, there)).isAsked).toBe(false)
        expect([...browser.cookies.keys()]).toEqual(["fettle_session"])
        await signIn(closed, person, copy)
        expect([...copy.cookies.keys()]).toEqual(["fettle_session"])
      })

      test("without it, names the client: the provider asks, and the browser comes back all the same", async () => {
        const { there, browser } = await enter(newAccount())
        browser.cookies.delete("fettle_id_token")
        const { sent, isAsked, to } = await leave(browser, there)
        expect(Object.fromEntries(sent)).toEqual({
          client_id: "fettle",
          post_logout_redirect_uri: `${BASE_URL}/app/sign-in`
        })
        expect([isAsked, to]).toEqual([true, `${BASE_URL}/app/sign-in`])
      })
    })

    describe("an e-mail address that the operator has linked", () => {
      test("is worth one first sign-in; from then on the subject counts, whatever the address becomes", async () => {
        const person = await newPerson(closed)
        const account = verified()
        await link(closed, person.id, "email", account.email.toUpperCase())
        const subject = newAccount(account)
        expect((await come(closed, subject)).status).toBe(303)
        // Another person takes the address over at the provider.
        const heir = newAccount(account)
        expect((await come(closed, heir)).status).toBe(403)
        provider.accounts.set(subject, verified())
        const { browser } = await come(closed, subject)
        expect((await browser.get("/app/settings/account")).html).toContain(person.id)
      })

      test("counts only if the provider has verified it", async () => {
        for (const unverified of [{ email_verified: false }, {}]) {
          const person = await newPerson(closed)
          const { email } = verified()
          await link(closed, person.id, "email", email)
          expect((await come(closed, newAccount({ email, ...unverified }))).status).toBe(403)
        }
      })

      test("does not take a subject from the user who has it", async () => {
        const [one, other] = [await newPerson(closed), await newPerson(closed)]
        const account = verified()
        const subject = newAccount(account)
        await link(closed, one.id, "subject", subject)
        await link(closed, other.id, "email", account.email)
        const { browser } = await come(closed, subject)
        expect((await browser.get("/app/settings/account")).html).toContain(one.id)
      })
    })

    describe("linked in Settings", () => {
      const PAGE = "/app/settings/openid"

      /** Signs in at the provider to link, and returns the page that asks. */
      const prove = async (browser: Browser, subject: string) => {
        const back = await browser.get(await goThere(browser, subject, "/app/openid?for=link"))
        expect([back.status, back.headers.get("location")]).toEqual([303, PAGE])
        const { html } = await browser.follow(back)
        const form = formsOf(html).find(({ hidden }) => hidden.action === "link")
        return { html, form }
      }

      test("after a confirmation that names the account, once it is signed in there", async () => {
        const person = await newPerson(closed)
        const account = { ...verified(), name: "Ada" }
        const subject = newAccount(account)
        const browser = await signIn(closed, person)
        expect((await browser.get("/app/settings")).html).toContain(`href="${PAGE}"`)
        const { html, form } = await prove(browser, subject)
        expect(html).toContain(`<strong>${account.email}</strong>`)
        // Nothing is linked before the person says so.
        expect((await come(closed, subject)).status).toBe(403)
        const linked = await browser.follow(await browser.post(form?.to ?? "", form?.hidden ?? {}))
        expect(linked.html).toContain("The account is linked.")
        const device = await come(closed, subject)
        expect((await device.browser.get("/app/settings/account")).html).toContain(person.id)
        expect((await browser.get(PAGE)).html).toContain("last used")
        await browser.submit(PAGE, "unlink")
        expect((await come(closed, subject)).status).toBe(403)
        expect(await isSignedIn(device.browser)).toBe(true)
      })

      test("not to a second user", async () => {
        const [one, other] = [await newPerson(closed), await newPerson(closed)]
        const subject = newAccount()
        await link(closed, one.id, "subject", subject)
        const browser = await signIn(closed, other)
        const { form } = await prove(browser, subject)
        const refused = await browser.post(form?.to ?? "", form?.hidden ?? {})
        expect(refused.status).toBe(400)
        expect(refused.html).toContain("belongs to another user here")
        const { browser: device } = await come(closed, subject)
        expect((await device.get("/app/settings/account")).html).toContain(one.id)
      })

      test("not with a proof of another person, another session, or one that is too old", async () => {
        const [one, other] = [await newPerson(closed), await newPerson(closed)]
        const subject = newAccount()
        const browser = await signIn(closed, one)
        const { form } = await prove(browser, subject)
        const proof = form?.hidden.proof ?? ""
        for (const victim of [await signIn(closed, other), await signIn(closed, one)]) {
          const own = await prove(victim, subject)
          expect((await victim.post(PAGE, { ...own.form?.hidden, proof })).status).toBe(400)
        }
        await closed.setTime("2026-03-14T12:10:00Z")
        expect((await browser.post(PAGE, form?.hidden ?? {})).status).toBe(400)
        await closed.setTime(NOON)
        expect((await come(closed, subject)).status).toBe(403)
      })

      test("only by somebody who is still signed in as the user who began", async () => {
        const [one, other] = [await newPerson(closed), await newPerson(closed)]
        const browser = await signIn(closed, one)
        const back = await goThere(browser, newAccount(), "/app/openid?for=link")
        await signIn(closed, other, browser)
        const { headers } = await browser.get(back)
        expect(headers.get("location")).toBe(`${PAGE}?problem=lost`)
        expect((await browser.get(`${PAGE}?problem=lost`)).html).toContain("was begun in another browser")
        const nobody = browserOf(closed)
        expect((await nobody.get("/app/openid?for=link")).headers.get("location")).toBe("/app/sign-in")
      })
    })

    describe("with sign-up on", () => {
      beforeAll(async () => {
        open = await makeService(layer, { openId: provider.openId({ signUp: true }) })
      }, 60_000)
      afterAll(() => open.stop())
      const users = () => open.run(Effect.flatMap(AccountStore, ({ listUsers }) => listUsers))

      test("a stranger becomes a user, with their name and the browser's timezone, and is the same one next time", async () => {
        const subject = newAccount({ ...verified(), name: "Grace Hopper" })
        const browser = browserOf(open)
        const back = await goThere(browser, subject, "/app/openid?timezone=Europe%2FBerlin")
        expect((await browser.get(back)).status).toBe(303)
        const [user, ...others] = (await users()).filter(({ name }) => name === "Grace Hopper")
        expect([String(user?.timezone), others.length]).toEqual(["Europe/Berlin", 0])
        const again = await come(open, subject)
        expect((await again.browser.get("/app/settings/account")).html).toContain(user?.id ?? "nobody")
        expect((await users()).filter(({ name }) => name === "Grace Hopper").length).toBe(1)
      })

      test("two first sign-ins at the same instant make one user", async () => {
        const subject = newAccount({ name: "Twice at once" })
        const browsers = [browserOf(open), browserOf(open), browserOf(open)]
        const backs = await Promise.all(browsers.map((browser) => goThere(browser, subject)))
        const answers = await Promise.all(browsers.map((browser, index) => browser.get(backs[index] ?? "")))
        expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
        expect((await users()).filter(({ name }) => name === "Twice at once").length).toBe(1)
      })

      test("a linked e-mail address is still its user's", async () => {
        const person = await newPerson(open)
        const account = verified()
        await link(open, person.id, "email", account.email)
        const { browser } = await come(open, newAccount(account))
        expect((await browser.get("/app/settings/account")).html).toContain(person.id)
      })

      test("names that cannot be names are replaced", async () => {
        const subject = newAccount({ name: " ", preferred_username: "x".repeat(300) })
        const { status } = await come(open, subject)
        expect(status).toBe(303)
        expect((await users()).some(({ name }) => name === "Somebody")).toBe(true)
      })
    })
  })
}
