import type { Html, Script } from "../web/html.ts"

export { type Children, cspHash, type Html, type Script, script } from "../web/html.ts"

/** What a page shows. The layout adds the header, the navigation and the styles. */
export interface View {
  readonly title: string
  readonly content: Html
  /** Default: 200. */
  readonly status?: number
  readonly scripts?: ReadonlyArray<Script>
  /** Origins besides the service's own to which a form of this page, or the redirect that answers it, may lead. */
  readonly formTargets?: ReadonlyArray<string>
  /** Whether it contains no form at all. */
  readonly isFormless?: boolean
}

/** Another page to go to. */
export class Redirect {
  constructor(
    readonly to: string,
    readonly options: {
      /** Whether this browser's session has ended, so that its cookie must go. */
      readonly endsSession?: boolean
      /** A text that the page is to show once, such as a secret: nothing stores it, and only this session can read it. */
      readonly handsOver?: string
    } = {}
  ) {}
}

/** Goes to the page at `path`, which may have a query, and which then shows its message `done`, if one is named. */
export const redirect = (path: string, done?: string): Redirect =>
  new Redirect(done === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}done=${encodeURIComponent(done)}`)

/** A file that the browser saves. */
export class Download {
  constructor(
    readonly name: string,
    readonly contentType: string,
    readonly content: ReadableStream
  ) {}
}
