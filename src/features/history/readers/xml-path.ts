import { plainText, type XmlHandler } from "./xml.ts"

/** So much of the text of an element is kept, in characters. */
const LONGEST_TEXT = 10_000

/** Without the prefix of its namespace. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/** What an XML file is read for. Names are without prefixes; `parent` is that of the element around it, empty for the root. */
export interface ElementHandler {
  readonly open?: (name: string, parent: string) => void
  readonly attribute?: (name: string, value: string, element: string) => void
  /** An element has ended. `text` is its own, without outer spaces. */
  readonly close: (name: string, parent: string, text: string) => void
}

/** Follows where each element of an XML file stands, and keeps the text of the innermost one. */
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

/** Epoch milliseconds of a time in XML; one without a zone is in UTC. Null if it is none. */
export const xmlTime = (text: string): number | null => {
  const millis = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(ZONED.test(text) ? text : `${text}Z`) : Number.NaN
  return Number.isNaN(millis) ? null : millis
}

/** A number of at least 0; null if it is none. */
export const xmlNumber = (text: string): number | null => {
  const value = text === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) && value >= 0 ? value : null
}
