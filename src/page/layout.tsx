/** @jsxImportSource hono/jsx */
import { Shell } from "../web/shell.tsx"
import { ACTION_FIELD, TOKEN_FIELD } from "./form.tsx"
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
  <Shell
    title={view.title}
    home={home}
    standing={standing === undefined ? null : <SignedIn {...standing} />}
    nav={standing === undefined ? null : <Navigation items={nav} current={current} />}
    scripts={scripts}
  >
    {message === undefined ? null : <Notice>{message}</Notice>}
    {view.content}
  </Shell>
)
