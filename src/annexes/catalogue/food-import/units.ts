/** A unit of mass or volume, in g or ml. */
export interface Unit {
  readonly unit: "g" | "ml"
  readonly factor: number
}

/** Units by their names on labels. Fluid ounces are American. */
export const UNITS: ReadonlyMap<string, Unit> = new Map([
  ["g", { unit: "g", factor: 1 }],
  ["gm", { unit: "g", factor: 1 }],
  ["gr", { unit: "g", factor: 1 }],
  ["kg", { unit: "g", factor: 1000 }],
  ["mg", { unit: "g", factor: 0.001 }],
  ["oz", { unit: "g", factor: 28.349523125 }],
  ["lb", { unit: "g", factor: 453.59237 }],
  ["ml", { unit: "ml", factor: 1 }],
  ["cl", { unit: "ml", factor: 10 }],
  ["dl", { unit: "ml", factor: 100 }],
  ["l", { unit: "ml", factor: 1000 }],
  ["fl oz", { unit: "ml", factor: 29.5735295625 }]
])

/** Unit codes of trade data (UN/CEFACT Recommendation 20), with the units that people write. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["GRM", "g"],
  ["KGM", "kg"],
  ["MGM", "mg"],
  ["ONZ", "oz"],
  ["LBR", "lb"],
  ["MLT", "ml"],
  ["CLT", "cl"],
  ["DLT", "dl"],
  ["LTR", "l"],
  ["OZA", "fl oz"],
  ["G21", "cup"],
  ["G24", "tbsp"],
  ["G25", "tsp"]
])

/** The unit with this name or code. */
export const unitNamed = (name: string): Unit | undefined => {
  const trimmed = name.trim()
  return UNITS.get(CODES.get(trimmed.toUpperCase()) ?? trimmed.toLowerCase())
}

/** Rounds to 4 decimals, finer than any source measures, so that 255.224 kJ are 61 kcal and not 60.99999999999999. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const CODED = new RegExp(String.raw`(\d+(?:\.\d+)?)\s*(${[...CODES.keys()].join("|")})\b`, "gi")

/** Replaces unit codes after numbers: `2.00 ONZ` becomes `2 oz`. */
export const withoutCodes = (text: string): string =>
  text.replace(CODED, (_, number, code) => `${rounded(Number(number))} ${CODES.get(code.toUpperCase())}`)
