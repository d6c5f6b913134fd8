/** Label jargon and references between USDA's tables, which mean nothing to people. */
const NOTES = /,? *\( *(?:1 )?NLEA serving *\)|,? *\b(?:1 )?NLEA serving(?= *$)|, *From \d{5}|,? *NS as to [A-Z].*$/gi

const MENDED: ReadonlyArray<readonly [RegExp, string]> = [
  [/^tablespoons?\b/gi, "tbsp"],
  [/^milliliters?\b/gi, "ml"],
  [/1\/ 2/g, "1/2"],
  [/\b(\w+) \1\b/g, "$1"],
  [/8-\/1\/2/g, "8-1/2"],
  [/\b1serving/g, "1 serving"],
  [/\bbscuit\b/g, "biscuit"],
  [/\braviloi\b/g, "ravioli"],
  [/\bquesadila\b/g, "quesadilla"]
]

/**
 * Converts a household measure of SR28 (`.25 cup`, `1 serving, (5 fl oz)`, `1 Cup, (1 NLEA serving)`) to a label: `0.25
 * cup`, `1 serving (5 fl oz)`, `1 cup`.
 */
export const servingLabel = (measure: string): string => {
  const [, amount = "", unit = ""] = /^([\d.]+) *(.*)$/.exec(measure.trim()) ?? []
  const words = MENDED.reduce((text, [wrong, right]) => text.replace(wrong, right), unit)
    .replace(NOTES, "")
    .replace(/\s+/g, " ")
    .replace(/(?:, ?)+(?=,)/g, "")
    .replace(/,? ?\( ?/g, " (")
    .replace(/ \)/g, ")")
    .replace(/[\s,:=]+$/, "")
    .trim()
  const closed = words.includes("(") && !words.includes(")") ? `${words})` : words
  const label =
    closed === "" ? "serving" : closed.replace(/^(?!Italian)[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
  return `${amount.replace(/^\./, "0.")} ${label}`
}
