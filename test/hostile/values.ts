import type { Json } from "../../src/contract/json-schema.ts"
import type { Random } from "./random.ts"

/** Text that is written as it is, even if it is not JSON. */
export class Raw {
  constructor(readonly text: string) {}
}

/** A value as JSON text, with its raw parts as they are. */
export const toJson = (value: unknown): string => {
  if (value instanceof Raw) return value.text
  if (Array.isArray(value)) return `[${value.map(toJson).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null"
  return `{${Object.entries(value)
    .map(([key, child]) => `${JSON.stringify(key)}:${toJson(child)}`)
    .join(",")}}`
}

/** Ids, cursors and keys that exist for somebody, so that hostile requests also reach existing items. */
export interface Known {
  readonly ids: ReadonlyArray<string>
  readonly cursors: ReadonlyArray<string>
}

const NUMBERS = [
  0, -0, 1, -1, 0.5, 1.005, 1e-7, 5e-324, 1e-310, 2.2250738585072014e-308, 1.7976931348623157e308,
  -1.7976931348623157e308, 1e15, 1e21, 2_147_483_647, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_991,
  9_007_199_254_740_992, 1e100
] as const

const RAW_NUMBERS = [
  "1e999",
  "-1e999",
  "1E+400",
  "123456789012345678901234567890",
  "0.1e-999",
  "-0",
  "1.0",
  "01",
  "NaN",
  "Infinity",
  "0x10",
  "+1",
  "1.",
  ".5",
  "1e"
]

const TEXTS = [
  "",
  " ",
  "\t\n",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff",
  "a\udc00\ud800b",
  "\ufeff",
  "\u202e",
  "\u2028",
  "\ufdfa",
  "\ud83c\uddee",
  "e\u0301",
  "İ",
  "ß",
  "ﬃ",
  "𐐨",
  "\u{10ffff}",
  "👩‍👩‍👧‍👦",
  "\u200b",
  "\u0007\u001b[31m",
  "\r\nX-Injected: 1",
  "a\r\n\r\nHTTP/1.1 200 OK",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "null",
  "undefined",
  "true",
  "NaN",
  "-1",
  "1e3",
  "0x1",
  "'; DROP TABLE users; --",
  "' OR '1'='1",
  "%",
  "_",
  "\\",
  "\\'",
  "$1",
  "$$",
  "E'\\x00'",
  "{1,2}",
  "a:*",
  "a & b | !c <-> (d)",
  "::text",
  "<script>alert(1)</script>",
  "<!--",
  "&lt;",
  "javascript:alert(1)",
  "{{7*7}}",
  ["$", "{7*7}"].join(""),
  "$(id)",
  "`id`",
  "; id |",
  "../../etc/passwd",
  "%00",
  "%2e%2e",
  "%ff",
  "file:///etc/passwd",
  "[object Object]",
  "food_sr28_01123",
  "exr_push_up",
  "usr_0000000000000000"
]

const DAYS = [
  "2026-03-14",
  "2026-03-15",
  "2024-02-29",
  "2023-02-29",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "2026-01-00",
  "1900-01-01",
  "1899-12-31",
  "2100-12-31",
  "2101-01-01",
  "0000-00-00",
  "9999-12-31",
  "-002026-01-01",
  "+002026-01-01",
  "2026-1-1",
  "20260101",
  "2026-01-01T00:00:00Z",
  "2026-01-01 ",
  "２０２６-01-01",
  "today",
  "2026-W01-1",
  "1582-10-10",
  "2026/01/01"
]

/** Lengths near which bounds lie. */
const LENGTHS = [1, 2, 99, 100, 101, 127, 128, 129, 199, 200, 201, 255, 256, 9999, 10_000, 10_001]

const longText = (random: Random): string =>
  random
    .pick(["a", "a ", "é", "👍", "\u0301", "'", "\\", "-", "(", "1", "\ud800"])
    .repeat(random.chance(0.01) ? 100_000 : random.pick(LENGTHS))

const anyText = (random: Random): string =>
  random.chance(0.1)
    ? longText(random)
    : random.chance(0.1)
      ? String.fromCharCode(...Array.from({ length: 1 + random.below(30) }, () => random.below(0x1_0000)))
      : random.pick(random.chance(0.15) ? DAYS : TEXTS)

const nested = (depth: number, [open, close]: readonly [string, string]): Raw =>
  new Raw(`${open.repeat(depth)}1${close.repeat(depth)}`)

const object = (key: string, value: unknown): object => Object.fromEntries([[key, value]])

/** A value that no schema expects. */
export const anything = (random: Random): unknown => {
  switch (random.below(12)) {
    case 0:
      return null
    case 1:
      return random.chance(0.5)
    case 2:
    case 3:
      return random.pick(NUMBERS)
    case 4:
      return new Raw(random.pick(RAW_NUMBERS))
    case 5:
      return random.pick([[], {}, [[]], [null], [{}], { length: 1 }, { 0: "a" }, { $ref: "#" }, { toJSON: "x" }])
    case 6:
      return object(random.pick(["__proto__", "constructor", "toString", "valueOf", "toJSON", "then", ""]), {
        polluted: true
      })
    case 7:
      return nested(random.pick([5, 100, 5000]), random.pick([["[", "]"] as const, ['{"a":', "}"] as const]))
    case 8:
      return Array.from({ length: random.pick([2, 101, 1000]) }, () => random.pick<unknown>([1, {}, "a", null]))
    default:
      return anyText(random)
  }
}

/** An id or cursor: existing, damaged, or made up. */
const reference = (random: Random, known: ReadonlyArray<string>, prefix = ""): string => {
  if (known.length === 0 || random.chance(0.2)) return anyText(random)
  const fitting = known.filter((id) => id.startsWith(prefix))
  const text = random.pick(fitting.length > 0 && random.chance(0.8) ? fitting : known)
  if (random.chance(0.6)) return text
  const at = random.below(text.length)
  return random.pick([
    text.slice(0, at),
    `${text}${anyText(random)}`,
    `${text.slice(0, at)}x${text.slice(at + 1)}`,
    text.toUpperCase(),
    ` ${text}`
  ])
}

const isText = (value: unknown): value is string => typeof value === "string"
const isNumber = (value: unknown): value is number => typeof value === "number"
const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const nearNumber = (random: Random, { minimum, maximum, exclusiveMinimum, type }: Json): unknown => {
  const bounds = [minimum, maximum, exclusiveMinimum].filter(isNumber)
  if (bounds.length === 0) return random.pick([1, 20, 72.5, 160.25, 99_999.99])
  const bound = random.pick(bounds)
  const step = type === "integer" ? 1 : random.pick([1, 0.01, 1e-9])
  return random.pick([bound, bound + step, bound - step, (Math.min(...bounds) + Math.max(...bounds)) / 2, bound + 0.5])
}

/** The prefix of a field's ids, from the example of its operation. */
const prefixOf = (example: unknown): string =>
  typeof example === "string" ? (/^[a-z]+_/.exec(example)?.[0] ?? "") : ""

const nearText = (
  random: Random,
  field: string,
  { maxLength, format }: Json,
  known: Known,
  example: unknown
): unknown => {
  if (format === "date") return random.pick(DAYS)
  if (field === "cursor") return reference(random, known.cursors)
  if (/^id$|Id$/.test(field)) return reference(random, known.ids, prefixOf(example))
  if (field === "idempotency_key") return `key-${random.below(30)}`
  const longest = isNumber(maxLength) ? maxLength : 200
  return random.chance(0.3)
    ? random.pick(["a", "é", "👍", " a"]).repeat(longest + random.pick([-1, 0, 1]))
    : random.pick(["oats", "Push-Up", "squat", "bananna", "Running", "ham & eggs", "constructor"])
}

/** A value that fits its schema, or nearly: it comes to every bound from both sides. */
export const near = (random: Random, schema: Json, field: string, known: Known, example?: unknown): unknown => {
  if (Array.isArray(schema.enum)) return random.pick(schema.enum)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  switch (random.pick(types)) {
    case "object":
      return nearObject(random, schema, known, isJson(example) ? example : {})
    case "array": {
      const { items } = schema
      const length = random.chance(0.03) ? random.pick([0, 100, 101]) : 1 + random.below(3)
      return Array.from({ length }, () => (isJson(items) ? near(random, items, field, known) : anything(random)))
    }
    case "integer":
    case "number":
      return nearNumber(random, schema)
    case "boolean":
      return random.chance(0.5)
    case "null":
      return null
    case "string":
      return nearText(random, field, schema, known, example)
    default:
      return anything(random)
  }
}

/** An object with some of its fields, sometimes with one too many or a wrong value. */
export const nearObject = (random: Random, { properties, required }: Json, known: Known, example: Json): Json => {
  const needed = Array.isArray(required) ? required.filter(isText) : []
  const fields = Object.entries(isJson(properties) ? properties : {}).flatMap(([name, schema]) => {
    if (!isJson(schema) || random.chance(needed.includes(name) ? 0.03 : 0.5)) return []
    return [[name, random.chance(0.08) ? anything(random) : near(random, schema, name, known, example[name])] as const]
  })
  const strange = random.chance(0.05)
    ? [
        [
          random.pick(["__proto__", "constructor", "toString", "colour", "", "ID", "user_id"]),
          anything(random)
        ] as const
      ]
    : []
  return Object.fromEntries([...fields, ...strange])
}

/** One way to break JSON text, or to make it unusual. */
export const damaged = (random: Random, json: string): string => {
  const at = random.below(json.length + 1)
  return random.pick([
    json.slice(0, at),
    `${json.slice(0, at)}${anyText(random)}${json.slice(at)}`,
    json.replace("{", '{"metric":"steps","metric":"weight",'),
    `${json}${json}`,
    `\ufeff${json}`,
    `// comment\n${json}`,
    json.replaceAll('"', "'"),
    "",
    "null",
    `[${json}]`,
    JSON.stringify(json)
  ])
}

/** A text as a query string writes it, encoded correctly or not. */
export const queryText = (random: Random, text: string): string =>
  random.chance(0.9)
    ? encodeURIComponent(text.toWellFormed()).slice(0, 2000)
    : random.pick(["%", "%f", "%ff", "%ed%a0%80", "%00", "%c0%af", "+", "%2B", "a=b=c", "a%26b", "é"])
