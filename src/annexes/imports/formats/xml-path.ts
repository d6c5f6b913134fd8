import { plainText, type XmlHandler } from "./xml.ts"

/** Most characters of an element's text that are kept. */
const LONGEST_TEXT = 10_000

/** A name without its namespace prefix. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/**
 * Handles the elements of an XML file. Names have no prefixes; `parent` is the name of the surrounding element, empty
 * for the root.
 */
interface ElementHandler {
  readonly open?: (name: string, parent: string) => void
  readonly attribute?: (name: string, value: string, element: string) => void
  /** Called when an element has ended. `text` is its own text, trimmed. */
  readonly close: (name: string, parent: string, text: string) => void
}

/** Tracks the position of each element in an XML file, and keeps the text of the innermost one. */
export const alongPath = ({ open, attribute, close }: ElementHandler): XmlHandler => {
  const path: Array<string> = []
  let text = ""
  return {
    open: (name) => {
      text = ""
      const parent = path.at(-1) ?? ""
      path.push(localName(name))
      open?.(path.at(-1) ?? "", parent)
    },
    attribute: (name, value) => attribute?.(name, plainText(value), path.at(-1) ?? ""),
    close: () => {
      const name = path.pop() ?? ""
      close(name, path.at(-1) ?? "", plainText(text).trim())
      text = ""
    },
    text: (piece) => {
      if (text.length < LONGEST_TEXT) text += piece.slice(0, LONGEST_TEXT - text.length)
    }
  }
}

const ZONED = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** Epoch milliseconds of an XML time; one without a zone is in UTC. Null if it is not a time. */
export const xmlTime = (text: string): number | null => {
  const millis = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(ZONED.test(text) ? text : `${text}Z`) : Number.NaN
  return Number.isNaN(millis) ? null : millis
}

/** A number of at least 0; null for anything else. */
export const xmlNumber = (text: string): number | null => {
  const value = text === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}
