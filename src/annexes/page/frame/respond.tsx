/** @jsxImportSource hono/jsx */
import { HttpServerResponse } from "@effect/platform"
import { documentText } from "../../../surfaces/web/shell.tsx"
import { Document, type NavItem, type Standing } from "./layout.tsx"
import type { Children, View } from "./view.ts"

/** Allows only what is in the page or served by the service itself: nothing from other hosts, and no frames. */
const policyOf = (
  { scripts = [], formTargets = [], isFormless = false, runsWasm = false }: View,
  hasIsland: boolean
): string => {
  const wasm = hasIsland && runsWasm ? ["'wasm-unsafe-eval'"] : []
  const sources = [...(hasIsland ? ["'self'"] : []), ...wasm, ...scripts.map(({ hash }) => hash)]
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src ${sources.length === 0 ? "'none'" : sources.join(" ")}`,
    "img-src 'self'",
    sources.length === 0 ? "connect-src 'none'" : "connect-src 'self'",
    ...(hasIsland ? ["manifest-src 'self'", "worker-src 'self'"] : []),
    isFormless ? "form-action 'none'" : ["form-action 'self'", ...formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

/** The headers of every page: it is never stored, and its address is sent to no other host. */
export const PAGE_HEADERS = {
  "cache-control": "no-store",
  // Not no-referrer, with which browsers would send forms with the Origin null.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
}

/** Redirects to another page, with a GET. */
export const seeOther = (to: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 303, headers: { ...PAGE_HEADERS, location: to } })

/** Redirects the form to another page. */
export const sendTo = (to: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 307, headers: { ...PAGE_HEADERS, location: to } })

/** A page's complete HTML. */
export const htmlOf = (view: View, rest: Omit<Parameters<typeof Document>[0], "view" | "scripts">): string =>
  documentText(<Document view={view} scripts={view.scripts ?? []} {...rest} />)

/** A page's policy, as a header. */
export const policyHeader = (view: View, hasIsland = false) => ({
  "content-security-policy": policyOf(view, hasIsland)
})

export interface Frame {
  readonly current: string
  readonly section?: string | undefined
  readonly standing: Standing | undefined
  readonly nav: ReadonlyArray<NavItem>
  readonly message?: Children
  /** The path of the script on every page, for signed-in people. */
  readonly island?: string
}

/** A page as a response. */
export const respondWith = (view: View, { current, section, standing, nav, message, island }: Frame) =>
  HttpServerResponse.text(
    htmlOf(view, { current, section, standing, nav, message, island, home: standing === undefined ? "/" : "/app" }),
    {
      status: view.status ?? 200,
      contentType: "text/html; charset=utf-8",
      headers: { ...PAGE_HEADERS, ...policyHeader(view, island !== undefined) }
    }
  )
