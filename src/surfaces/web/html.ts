import type { Child } from "hono/jsx"
import type { JSX } from "hono/jsx/jsx-runtime"

/** HTML made with `hono/jsx`, which escapes everything that is inserted. */
export type Html = JSX.Element

/** The `children` of a component. */
export type Children = Child

/** A script in a page. Its hash is in the page's Content-Security-Policy. */
export interface Script {
  readonly source: string
  readonly hash: string
}

/** The source of a style or script for a Content-Security-Policy that allows no other. */
export const cspHash = (source: string): string =>
  `'sha256-${new Bun.CryptoHasher("sha256").update(source).digest("base64")}'`

export const script = (source: string): Script => {
  // It would end the element early.
  if (/<\/script|<!--/i.test(source)) throw new Error("A script must not contain the end of its element")
  return { source, hash: cspHash(source) }
}
