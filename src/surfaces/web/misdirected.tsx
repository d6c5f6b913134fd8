/** @jsxImportSource hono/jsx */
import { HttpServerResponse } from "@effect/platform"
import { raw } from "hono/html"
import type { Settings } from "../../config.ts"
import { STATUS } from "../../contract/errors.ts"
import { cspHash, type Html } from "./html.ts"
import { isAuthority, isLoopback } from "./own-address.ts"
import { documentText } from "./shell.tsx"
import { STYLE } from "./style.ts"

/** What a browser asked for, at an address where the service does not answer. */
interface Asked {
  /** The host and port that the browser used; undefined if it named none. */
  readonly authority: string | undefined
  readonly path: string
  readonly requestId: string
}

const POLICY = [
  "default-src 'none'",
  `style-src ${cspHash(STYLE)}`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

const HEADERS = {
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  vary: "Accept"
}

/** The setting that makes the service answer at this host and port, too. */
const ForOperator = ({ used, others }: { readonly used: string; readonly others: number }) => (
  <>
    <h2>If you run this Fettle</h2>
    <p>
      To open it here, {others === 0 ? "set this and start it again" : "add this address to the others, after a comma"}:
    </p>
    <pre>ALSO_BASE_URLS={used}</pre>
    <p class="soft">
      Do so only if this address is yours. Write https if a proxy encrypts it. The server must also accept connections
      from other devices: HOST=0.0.0.0.
    </p>
  </>
)

const documentOf = (
  { baseUrl, alsoBaseUrls }: Pick<Settings, "baseUrl" | "alsoBaseUrls">,
  { authority, path, requestId }: Asked
): Html => {
  const used = isAuthority(authority) ? `http://${authority}` : undefined
  const own = `${baseUrl.origin}${path.startsWith("/") ? path : "/"}`
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Another address – Fettle</title>
        <style>{raw(STYLE)}</style>
      </head>
      <body>
        <header>
          <div class="bar">
            <strong>Fettle</strong>
          </div>
        </header>
        <main>
          <section class="card">
            <h1>Fettle does not answer at this address</h1>
            <p>
              {used === undefined ? "You opened it at another address than its own." : <>You opened it at {used}.</>}{" "}
              Its address is <a href={own}>{baseUrl.origin}</a>
              {isLoopback(baseUrl.hostname) ? ", which works only on the computer that runs it." : "."}
            </p>
            {used === undefined ? null : <ForOperator used={used} others={alsoBaseUrls.length} />}
            <p class="soft">
              Fettle answers only at the addresses that it is set to, so that no other website can pass itself off as
              it. (misdirected_request, {requestId})
            </p>
          </section>
        </main>
      </body>
    </html>
  )
}

/** The answer for a browser that asks for a page at an address where the service does not answer. */
export const misdirectedPage =
  (settings: Pick<Settings, "baseUrl" | "alsoBaseUrls">) =>
  (asked: Asked): HttpServerResponse.HttpServerResponse =>
    HttpServerResponse.text(documentText(documentOf(settings, asked)), {
      status: STATUS.misdirected_request,
      contentType: "text/html; charset=utf-8",
      headers: HEADERS
    })
