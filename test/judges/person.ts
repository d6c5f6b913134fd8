import { formsOf } from "../annexes/page/support.ts"
import { fettle, type SettingsOfProcess } from "../support/process.ts"

/** A running service, and how its commands reach it. */
export interface Running {
  readonly baseUrl: string
  readonly settings: SettingsOfProcess
}

/** A person in a browser who is signed in to a running service, and allows what they are asked. */
export const personAt = async ({ baseUrl, settings }: Running) => {
  const run = async (...args: ReadonlyArray<string>) => {
    const { stdout, stderr, exitCode } = await fettle({ ...settings, PORT: new URL(baseUrl).port }, ...args, "--json")
    if (exitCode !== 0) throw new Error(stderr)
    return JSON.parse(stdout)
  }
  const { userId } = await run("user", "create", "--name", "Ada", "--timezone", "UTC")
  const link = new URL((await run("login-link", "--user", userId)).url)
  const post = (url: string, fields: Readonly<Record<string, string>>, cookie = "") =>
    fetch(url, {
      method: "POST",
      redirect: "manual",
      headers: { origin: baseUrl, cookie, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString()
    })
  const signedIn = await post(`${baseUrl}/app/login`, { link: link.searchParams.get("link") ?? "" })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? ""

  return {
    userId: String(userId),
    run,
    /** Opens a client's request for authorization, and allows it. Returns the URL that the browser is redirected to. */
    allow: async (authorizeUrl: string, fields: Readonly<Record<string, string>> = { write: "yes" }): Promise<URL> => {
      const page = await fetch(authorizeUrl, { redirect: "manual", headers: { cookie } })
      const html = await page.text()
      const form = formsOf(html).find(({ hidden }) => hidden.action === "allow")
      if (form === undefined) throw new Error(`${authorizeUrl} shows no consent page but ${page.status}: ${html}`)
      const answer = await post(`${baseUrl}${form.to}`, { ...form.hidden, ...fields }, cookie)
      return new URL(answer.headers.get("location") ?? "none:")
    }
  }
}

export type PersonInBrowser = Awaited<ReturnType<typeof personAt>>
