import everyPage from "./style.css" with { type: "text" }

/** Styles as pages get them: without comments, and each rule in a line or less. */
export const compact = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/\s*\n\s*/g, " ")
    .trim()

/** The styles of every page. */
export const STYLE = compact(everyPage)
