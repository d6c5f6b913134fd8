import { createLoginLink } from "../../../src/annexes/identity/sign-in/sign-in.ts"
import { BASE_URL, type Person, type Service } from "../../support/app.ts"
import { until } from "../../support/process.ts"

/** A browser without scripts: it keeps cookies, sends forms as browsers do, and does not follow redirects. */
export const browserOf = (service: Pick<Service, "fetch">, { origin = BASE_URL } = {}) => {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has("cookie"))
      headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    const response = await service.fetch(path, { ...init, headers })
    for (const header of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = header.split("; ")
      const [name = "", value = ""] = pair.split("=")
      if (attributes.includes("Max-Age=0")) cookies.delete(name)
      else cookies.set(name, value)
    }
    return { response, status: response.status, headers: response.headers, html: await response.text() }
  }
  const get = (path: string, headers: Record<string, string> = {}) => send(path, { headers })
  /** Posts fields as they are, but for line breaks, which browsers send as CR and LF. */
  const post = (path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
    send(path, {
      method: "POST",
      headers: {
        origin,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
        ...headers
      },
      body: new URLSearchParams(
        Object.entries(fields).map(([name, value]): [string, string] => [name, value.replaceAll(/\r\n?|\n/g, "\r\n")])
      ).toString()
    })
  /** Fills in a form of a page, as a person does, including its hidden fields. */
  const submit = async (path: string, action: string, fields: Readonly<Record<string, string>> = {}) => {
    const form = formsOf((await get(path)).html).find(({ hidden }) => hidden.action === action)
    if (form === undefined) throw new Error(`The page has no form for ${action}`)
    return post(form.to, { ...form.hidden, ...fields })
  }
  /** Follows an answer's redirect with a GET. */
  const follow = ({ headers }: { readonly headers: Headers }) => get(headers.get("location") ?? "nowhere")
  return { cookies, get, post, submit, send, follow }
}

export type Browser = ReturnType<typeof browserOf>

export const unescaped = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/** Every form of a page: its target, its hidden fields, and the names of those that a person fills in. */
export const formsOf = (html: string) =>
  html
    .split("<form")
    .slice(1)
    .map((text) => {
      const [form = ""] = text.split("</form>")
      const hidden: Readonly<Record<string, string>> = Object.fromEntries(
        [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
          name,
          unescaped(value)
        ])
      )
      const filled = [...form.matchAll(/<(?:input(?! type="hidden")|select|textarea)[^>]* name="([^"]*)"/g)]
      return {
        to: unescaped(/ action="([^"]*)"/.exec(form)?.[1] ?? ""),
        hidden,
        filled: filled.map(([, name = ""]) => unescaped(name))
      }
    })

/** The values of a page's inputs, by name. */
export const valuesIn = (html: string): ReadonlyMap<string, string> =>
  new Map(
    [...html.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      unescaped(value)
    ])
  )

/** A new login link of a person, as path and query. */
export const linkOf = async (service: Service, { id }: Pick<Person, "id">): Promise<string> => {
  const { url } = await service.run(createLoginLink(id, BASE_URL))
  return url.slice(BASE_URL.length)
}

export const secretIn = (link: string): string => new URL(link, BASE_URL).searchParams.get("link") ?? ""

/** Signs a person in by a new link, and returns their browser. */
export const signIn = async (
  service: Service,
  person: Pick<Person, "id">,
  browser = browserOf(service)
): Promise<Browser> => {
  const { status } = await browser.post("/app/login", { link: secretIn(await linkOf(service, person)) })
  if (status !== 303) throw new Error(`Signing in answered ${status}`)
  return browser
}

/** A page once it shows no running job. It is asked seldom, because the job needs the processor. */
export const jobEnded = async (browser: Browser, path: string): Promise<string> => {
  let html = ""
  const hasEnded = async () => {
    html = (await browser.get(path)).html
    return !html.includes("<p data-running")
  }
  await until(hasEnded, 60, 100)
  return html
}
