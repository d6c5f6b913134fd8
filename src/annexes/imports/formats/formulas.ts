/**
 * Escapes a text that a spreadsheet would take for a formula by a leading apostrophe (OWASP, CSV Injection). Texts that
 * already look escaped get another one, so that `fromCell` returns every text as it was.
 */
export const toCell = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** The text of a cell, without the apostrophe that keeps it from being a formula. */
export const fromCell = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
