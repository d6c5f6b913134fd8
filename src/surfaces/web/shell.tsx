/** @jsxImportSource hono/jsx */
import { raw } from "hono/html"
import type { Children, Html, Script } from "./html.ts"
import { ICON_PATH, ICON_SHAPES } from "./icon.ts"

/** The service's name. Its icon is in the page, because another request would delay what people see first. */
const Brand = ({ to }: { readonly to: string }): Html => (
  <a class="brand" href={to}>
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      {raw(ICON_SHAPES)}
    </svg>
    Fettle
  </a>
)

/** The document around every page's content: head, header with the service's name, and the content's container. */
export const Shell = ({
  title,
  home,
  standing,
  nav,
  stylesheet,
  styles = [],
  scripts,
  island,
  head,
  data = {},
  search,
  children
}: {
  readonly title: string
  /** Where the name in the header leads. */
  readonly home: string
  /** The content of the header's other end. */
  readonly standing?: Html | null
  /** The navigation below the header. */
  readonly nav?: Html | null
  /** The path of the stylesheet; undefined if the page contains all its styles. */
  readonly stylesheet?: string
  /** Styles in the page. */
  readonly styles?: ReadonlyArray<string>
  /** Scripts in the page. */
  readonly scripts: ReadonlyArray<Script>
  /** The path of the script on every page, if any. */
  readonly island?: string | undefined
  /** More elements for the document's head. */
  readonly head?: Html | null
  /** Data about the document for scripts. */
  readonly data?: Readonly<Record<`data-${string}`, string>>
  /** The id of the field that searches for a food, if there is one. */
  readonly search?: string | undefined
  readonly children?: Children
}): Html => (
  <html lang="en" {...data}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <title>{title === "Fettle" ? "Fettle" : `${title} – Fettle`}</title>
      <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#181f1c" media="(prefers-color-scheme: dark)" />
      <link rel="icon" type="image/svg+xml" href={ICON_PATH} />
      {head ?? null}
      {stylesheet === undefined ? null : <link rel="stylesheet" href={stylesheet} />}
      {styles.map((style) => (
        <style>{raw(style)}</style>
      ))}
      {island === undefined ? null : <script type="module" src={island} />}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to content
      </a>
      {search === undefined ? null : (
        <a class="skip" href={`#${search}`}>
          Search for a food
        </a>
      )}
      <header>
        <div class="bar">
          <Brand to={home} />
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
