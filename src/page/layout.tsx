/** @jsxImportSource hono/jsx */
import { raw } from "hono/html"
import { ICON_PATH } from "../web/icon.ts"
import { ACTION_FIELD, TOKEN_FIELD } from "./form.tsx"
import { STYLE } from "./style.ts"
import type { Children, Html, Script, View } from "./view.ts"

/** A page that the navigation names. */
export interface NavItem {
  readonly label: string
  readonly path: string
}

/** Who is signed in, as the header shows it, and the form token with which they can sign out. */
export interface Standing {
  readonly userName: string
  readonly formToken: string
}

export const SIGN_OUT_PATH = "/app/sign-out"

const Navigation = ({ items, current }: { readonly items: ReadonlyArray<NavItem>; readonly current: string }) => (
  <nav aria-label="Pages">
    <ul>
      {items.map(({ label, path }) => (
        <li>
          <a href={path} {...(path === current ? { "aria-current": "page" } : {})}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const SignedIn = ({ userName, formToken }: Standing) => (
  <form method="post" action={SIGN_OUT_PATH} class="standing">
    <span class="who">{userName}</span>
    <input type="hidden" name={ACTION_FIELD} value="leave" />
    <input type="hidden" name={TOKEN_FIELD} value={formToken} />
    <button type="submit" class="quiet">
      Sign out
    </button>
  </form>
)

/** A message at the top of a page, announced by screen readers. */
export const Notice = ({ children }: { readonly children?: Children }) => (
  <p class="notice" role="status">
    {children}
  </p>
)

/** A whole document: header, navigation (if somebody is signed in) and the view's content. */
export const Document = ({
  view,
  current,
  standing,
  nav,
  home,
  message,
  scripts
}: {
  readonly view: View
  /** The path of the page. */
  readonly current: string
  readonly standing: Standing | undefined
  readonly nav: ReadonlyArray<NavItem>
  /** Where the name in the header leads. */
  readonly home: string
  readonly message: string | undefined
  readonly scripts: ReadonlyArray<Script>
}): Html => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{view.title === "Fettle" ? "Fettle" : `${view.title} – Fettle`}</title>
      <link rel="icon" type="image/svg+xml" href={ICON_PATH} />
      <style>{raw(STYLE)}</style>
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
          {standing === undefined ? null : <SignedIn {...standing} />}
        </div>
        {standing === undefined ? null : <Navigation items={nav} current={current} />}
      </header>
      <main id="main" tabindex={-1}>
        {message === undefined ? null : <Notice>{message}</Notice>}
        {view.content}
      </main>
      {scripts.map(({ source }) => (
        <script>{raw(source)}</script>
      ))}
    </body>
  </html>
)
