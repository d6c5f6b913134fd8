/** @jsxImportSource hono/jsx */
import { Shell } from "../web/shell.tsx"
import { ACTION_FIELD, TOKEN_FIELD } from "./form.tsx"
import { HOME_PATH, SIGN_OUT_PATH } from "./paths.ts"
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

/** A page below one that the navigation names counts as that one. */
const currentOf = (path: string, current: string) =>
  path === current
    ? { "aria-current": "page" as const }
    : path !== HOME_PATH && current.startsWith(`${path}/`)
      ? { "aria-current": "true" as const }
      : {}

const Navigation = ({ items, current }: { readonly items: ReadonlyArray<NavItem>; readonly current: string }) => (
  <nav aria-label="Pages">
    <ul>
      {items.map(({ label, path }) => (
        <li>
          <a href={path} {...currentOf(path, current)}>
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
  /** What the last form or sign-in led to. */
  readonly message: Children
  readonly scripts: ReadonlyArray<Script>
}): Html => (
  <Shell
    title={view.title}
    home={home}
    standing={standing === undefined ? null : <SignedIn {...standing} />}
    nav={standing === undefined ? null : <Navigation items={nav} current={current} />}
    styles={(view.styles ?? []).map(({ source }) => source)}
    scripts={scripts}
  >
    {message}
    {view.content}
  </Shell>
)
