import { renderUnicodeCompact } from "uqr"

/** The address as a QR code for a telephone's camera, in lines; none unless standard output is a terminal. */
export const codeFor = (url: string, isTerminal = process.stdout.isTTY === true): ReadonlyArray<string> =>
  isTerminal ? ["", renderUnicodeCompact(url, { border: 2 }), ""] : []
