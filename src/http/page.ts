import type { Respond } from "../web/router.ts"
import { unchanging } from "../web/unchanging.ts"

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
    "img-src 'self' data:",
    `connect-src ${connections}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** A page that loads nothing from other hosts, cannot be shown in a frame, and runs no inline scripts. */
export const page = (html: string, permissions: Permissions): Respond =>
  unchanging({
    body: html,
    contentType: "text/html; charset=utf-8",
    keeping: "while the same",
    headers: { "content-security-policy": policy(permissions), "referrer-policy": "no-referrer" }
  })

/** The path of the icon, to which every page links. */
export const ICON_PATH = "/favicon.svg"

/** A heartbeat, legible at 16 pixels. */
export const icon: Respond = unchanging({
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#176b4d"/><path d="M4 17h6l3-8 5 15 4-11 2 4h4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  contentType: "image/svg+xml",
  keeping: "while the same"
})
