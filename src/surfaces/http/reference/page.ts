import type { Respond } from "../../web/router.ts"
import { unchanging } from "../../web/unchanging.ts"

/** The sources that a page may load from and connect to, for its Content-Security-Policy. */
export interface Permissions {
  readonly scripts: string
  readonly styles: string
  readonly connections: string
}

const policy = ({ scripts, styles, connections }: Permissions): string =>
  [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
    "img-src 'self'",
    `connect-src ${connections}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** A page that loads nothing from other hosts, cannot be shown in a frame, and runs only the scripts that its policy names. */
export const page = (html: string, permissions: Permissions): Respond =>
  unchanging({
    body: html,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": policy(permissions), "referrer-policy": "no-referrer" }
  })
