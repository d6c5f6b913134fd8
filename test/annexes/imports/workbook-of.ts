import { archiveOf } from "./archive-of.ts"

export const X = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
export const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n`

/** A workbook of sheets, given as the XML of their rows, with further parts and properties if needed. */
export const workbook = (
  sheets: Readonly<Record<string, string>>,
  {
    parts = {},
    properties = ""
  }: { readonly parts?: Readonly<Record<string, string | Uint8Array>>; readonly properties?: string } = {}
): Uint8Array => {
  const names = Object.keys(sheets)
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")
  const targets = names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
  return archiveOf([
    ["xl/workbook.xml", `${HEAD}<workbook ${X} xmlns:r="r">${properties}<sheets>${list}</sheets></workbook>`],
    ["xl/_rels/workbook.xml.rels", `${HEAD}<Relationships>${targets.join("")}</Relationships>`],
    ...names.map(
      (name, at) =>
        [
          `xl/worksheets/sheet${at + 1}.xml`,
          `${HEAD}<worksheet ${X}><sheetData>${sheets[name]}</sheetData></worksheet>`
        ] as const
    ),
    ...Object.entries(parts)
  ])
}
