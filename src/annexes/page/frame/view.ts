import type { Html, Script } from "../../../surfaces/web/html.ts"

export { type Children, cspHash, type Html, type Script, script } from "../../../surfaces/web/html.ts"

/** The content of a page. The layout adds the header, the navigation and the styles. */
export interface View {
  readonly title: string
  readonly content: Html
  /** 200 by default. */
  readonly status?: number
  readonly scripts?: ReadonlyArray<Script>
  /** Origins besides the service's own that a form on this page, or the redirect that answers it, may lead to. */
  readonly formTargets?: ReadonlyArray<string>
  /** Whether its scripts may run WebAssembly. */
  readonly runsWasm?: boolean
  /** The id of the field that searches for a food, to which the page's second link leads. */
  readonly search?: string
  /** Whether it contains no form. */
  readonly isFormless?: boolean
}

/** What was just done, in words, and the form that undoes it. */
export interface Undoable {
  readonly text: string
  /** The address and action of the form, with its hidden fields. */
  readonly to: string
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/** Redirects to another page. */
export class Redirect {
  constructor(
    readonly to: string,
    readonly options: {
      /** Whether this browser's session has ended, so that its cookie must be removed. */
      readonly endsSession?: boolean
      /** A text that the page will show once, such as a secret. It is kept for a minute, and only this session can read it. */
      readonly handsOver?: string
      /** What every page offers to undo for the next ten minutes, in this session only. */
      readonly undo?: Undoable
      /** A timezone of the person and one of this browser: the page no longer offers to take the browser's in place of it. */
      readonly keepsZone?: string
      /** Whether nothing is offered to undo any more. */
      readonly forgetsUndo?: boolean
    } = {}
  ) {}
}

/** Redirects to the page at `path`, which may have a query, and shows the message named `done` there, if given. */
export const redirect = (path: string, done?: string): Redirect =>
  new Redirect(done === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}done=${encodeURIComponent(done)}`)

/** A file for the browser to save. */
export class Download {
  constructor(
    readonly name: string,
    readonly contentType: string,
    readonly content: ReadableStream
  ) {}
}
