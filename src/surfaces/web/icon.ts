import type { Respond } from "./router.ts"
import { unchanging } from "./unchanging.ts"

/** The path of the icon that every page links to. */
export const ICON_PATH = "/favicon.svg"

/** A heartbeat, legible at 16 pixels, on a grid of 32 × 32. */
export const ICON_SHAPES =
  '<rect width="32" height="32" rx="7" fill="#176b4d"/><path d="M4 17h6l3-8 5 15 4-11 2 4h4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>'

export const icon: Respond = unchanging({
  body: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ICON_SHAPES}</svg>`,
  contentType: "image/svg+xml"
})
