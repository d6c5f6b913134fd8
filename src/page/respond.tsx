/** @jsxImportSource hono/jsx */
import { HttpServerResponse } from "@effect/platform"
import { documentText } from "../web/shell.tsx"
import { STYLE } from "../web/style.ts"
import { Document, type NavItem, type Standing } from "./layout.tsx"
import { type Children, cspHash, type View } from "./view.ts"

const STYLE_HASH = cspHash(STYLE)

/** Only what stands in the page and what the service itself serves: nothing from another host, in no frame. */
const policyOf = ({ scripts = [], styles = [], formTargets = [], isFormless = false }: View): string =>
  [
    "default-src 'none'",
    `style-src ${[STYLE_HASH, ...styles.map(({ hash }) => hash)].join(" ")}`,
    `script-src ${scripts.length === 0 ? "'none'" : scripts.map(({ hash }) => hash).join(" ")}`,
    "img-src 'self'",
    scripts.length === 0 ? "connect-src 'none'" : "connect-src 'self'",
    isFormless ? "form-action 'none'" : ["form-action 'self'", ...formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** The headers of every page: it is never stored, and its address goes to no other host. */
export const PAGE_HEADERS = {
  "cache-control": "no-store",
  // Not no-referrer: with that, browsers would send forms with the Origin null.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin"
}

/** The whole HTML text of a page. */
export const htmlOf = (view: View, rest: Omit<Parameters<typeof Document>[0], "view" | "scripts">): string =>
  documentText(<Document view={view} scripts={view.scripts ?? []} {...rest} />)

/** The policy of a page, as a header. */
export const policyHeader = (view: View) => ({ "content-security-policy": policyOf(view) })

export interface Frame {
  readonly current: string
  readonly standing: Standing | undefined
  readonly nav: ReadonlyArray<NavItem>
  readonly message?: Children
}

/** A page as a response. */
export const respondWith = (view: View, { current, standing, nav, message }: Frame) =>
  HttpServerResponse.text(
    htmlOf(view, { current, standing, nav, message, home: standing === undefined ? "/" : "/app" }),
    {
      status: view.status ?? 200,
      contentType: "text/html; charset=utf-8",
      headers: { ...PAGE_HEADERS, ...policyHeader(view) }
    }
  )
