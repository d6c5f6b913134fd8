/** @jsxImportSource hono/jsx */
import type { User } from "../../../contract/handler/user.ts"
import { Shell } from "../../../surfaces/web/shell.tsx"
import type { ActivityDay } from "../../../values/activity-day.ts"
import { STYLESHEET_PATH } from "../styles/stylesheet.ts"
import { ACTION_FIELD, ButtonForm, emptyForm, TOKEN_FIELD } from "./form.tsx"
import { HOME_PATH, MANIFEST_PATH, SAMPLE_PATH, SIGN_OUT_PATH, TOUCH_ICON_PATH, UNDO_PATH } from "./paths.ts"
import type { Children, Html, Script, Undoable, View } from "./view.ts"

/** A page in the navigation. */
export interface NavItem {
  readonly label: string
  readonly path: string
}

/** The signed-in person, their current day, the form token for signing out, and the timezone that they kept in this browser. */
export interface Standing {
  readonly user: User
  readonly today: ActivityDay
  readonly formToken: string
  readonly keptZone: string | undefined
}

/** Lets browsers install the pages of a signed-in person. */
const INSTALLABLE = (
  <>
    <link rel="manifest" href={MANIFEST_PATH} />
    <link rel="apple-touch-icon" href={TOUCH_ICON_PATH} />
  </>
)

/** The document's user and day, for what is kept on the device. */
const dataOf = ({ user: { id, timezone }, today, keptZone }: Standing) => ({
  "data-user": id,
  "data-timezone": timezone,
  "data-today": today,
  "data-kept-zone": keptZone ?? ""
})

/** The icons above the names in the navigation, as lines on a 24 × 24 grid. */
const ICONS: Readonly<Record<string, string>> = {
  [HOME_PATH]: "M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5",
  "/app/diary": "M7 3v8m-3-8v5a3 3 0 0 0 6 0V3M7 11v10M17 21v-7m0 0c-4-3-3-9 0-11z",
  "/app/workouts": "M3 9v6M6.5 6v12M17.5 6v12M21 9v6M6.5 12h11",
  "/app/trends": "M4 4v16h16M8 15l3.5-5 3.5 3 5-7",
  "/app/settings":
    "M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M6 17a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0"
}

/** Where a page is in the navigation. */
interface Location {
  /** The path of the page. */
  readonly current: string
  /** The page of the navigation to which it belongs, unless its path says so. */
  readonly section?: string | undefined
}

/** Marks the navigation's page, also for pages that belong to it. */
const currentOf = (path: string, { current, section }: Location) =>
  path === current
    ? { "aria-current": "page" as const }
    : path === section || (path !== HOME_PATH && current.startsWith(`${path}/`))
      ? { "aria-current": "true" as const }
      : {}

const Navigation = ({ items, ...location }: Location & { readonly items: ReadonlyArray<NavItem> }) => (
  <nav aria-label="Pages">
    <ul>
      {items.map(({ label, path }) => (
        <li>
          <a href={path} {...currentOf(path, location)}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d={ICONS[path] ?? ICONS[HOME_PATH]} />
            </svg>
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

const SignedIn = ({ user: { name }, formToken }: Standing) => (
  <form method="post" action={SIGN_OUT_PATH} class="standing">
    <span class="who">{name}</span>
    <input type="hidden" name={ACTION_FIELD} value="leave" />
    <input type="hidden" name={TOKEN_FIELD} value={formToken} />
    <button type="submit" class="quiet">
      Sign out
    </button>
  </form>
)

/** The main action of a page. On a phone it stays within the thumb's reach, above the navigation. */
export const Dock = ({ children }: { readonly children?: Children }) => <div class="dock">{children}</div>

/** A message at the top of a page, announced by screen readers. */
export const Notice = ({ children }: { readonly children?: Children }) => (
  <p class="notice" role="status">
    {children}
  </p>
)

/** What was done last, with a button that undoes it and one that removes the message. `back` is the page that shows it. */
export const UndoNotice = ({
  offer: { text, to, action, fields },
  formToken,
  back
}: {
  readonly offer: Undoable
  readonly formToken: string
  readonly back: string
}) => (
  <div class="undo">
    <p role="status">{text}</p>
    <div class="buttons">
      <ButtonForm state={emptyForm(action, formToken)} to={to} fields={fields}>
        Undo
      </ButtonForm>
      <ButtonForm state={emptyForm("dismiss", formToken)} to={UNDO_PATH} fields={{ back }} label="Dismiss this message">
        Dismiss
      </ButtonForm>
    </div>
  </div>
)

/** Says on every page that the account holds sample data, and removes it. */
export const SampleBar = ({ formToken }: { readonly formToken: string }) => (
  <div class="undo sample">
    <p>You are looking at sample data of a person who does not exist.</p>
    <ButtonForm state={emptyForm("remove", formToken)} to={SAMPLE_PATH}>
      Remove all of it
    </ButtonForm>
  </div>
)

/** A whole document: header, navigation (for a signed-in person) and the view's content. */
export const Document = ({
  view,
  current,
  section,
  standing,
  nav,
  home,
  message,
  scripts,
  island
}: Location & {
  readonly view: View
  readonly standing: Standing | undefined
  readonly nav: ReadonlyArray<NavItem>
  /** Where the name in the header leads. */
  readonly home: string
  /** A message from the last form or sign-in. */
  readonly message: Children
  readonly scripts: ReadonlyArray<Script>
  readonly island?: string | undefined
}): Html => (
  <Shell
    title={view.title}
    search={view.search}
    home={home}
    standing={standing === undefined ? null : <SignedIn {...standing} />}
    nav={standing === undefined ? null : <Navigation items={nav} current={current} section={section} />}
    stylesheet={STYLESHEET_PATH}
    scripts={scripts}
    island={island}
    {...(standing === undefined || island === undefined ? {} : { head: INSTALLABLE, data: dataOf(standing) })}
  >
    {message}
    {view.content}
  </Shell>
)
