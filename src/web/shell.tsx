/** @jsxImportSource hono/jsx */
import { raw } from "hono/html"
import type { Children, Html, Script } from "./html.ts"
import { ICON_PATH } from "./icon.ts"
import { STYLE } from "./style.ts"

/** The document around every page's content: its head, the header with the service's name, and the place of the content. */
export const Shell = ({
  title,
  home,
  standing,
  nav,
  styles = [],
  scripts,
  children
}: {
  readonly title: string
  /** Where the name in the header leads. */
  readonly home: string
  /** What stands at the other end of the header. */
  readonly standing?: Html | null
  /** The navigation below the header. */
  readonly nav?: Html | null
  /** Styles of this page, besides those of every page. */
  readonly styles?: ReadonlyArray<string>
  readonly scripts: ReadonlyArray<Script>
  readonly children?: Children
}): Html => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title === "Fettle" ? "Fettle" : `${title} – Fettle`}</title>
      <link rel="icon" type="image/svg+xml" href={ICON_PATH} />
      {[STYLE, ...styles].map((style) => (
        <style>{raw(style)}</style>
      ))}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header>
        <div class="bar">
          <a class="brand" href={home}>
            <img src={ICON_PATH} alt="" width="28" height="28" />
            Fettle
          </a>
          {standing ?? null}
        </div>
        {nav ?? null}
      </header>
      <main id="main" tabindex={-1}>
        {children}
      </main>
      {scripts.map(({ source }) => (
        <script>{raw(source)}</script>
      ))}
    </body>
  </html>
)

/** The whole text of a document. */
export const documentText = (document: Html): string => `<!doctype html>${String(document)}`
