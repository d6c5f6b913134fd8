import fc from "fast-check"
import { operations } from "../../src/api.ts"

/** Valid and invalid values that callers send for any part of an input. */
const PARTS: ReadonlyArray<unknown> = [
  null,
  true,
  "",
  " padded ",
  "kg",
  "weight",
  "paid",
  "monday",
  "mon",
  "2026-03-14",
  "2026-02-30",
  "100",
  "0100",
  "1e2",
  "x".repeat(300),
  "\ud800",
  0,
  -0,
  -1,
  1.5,
  1e9,
  1e300,
  Number.NaN,
  [],
  [null],
  {},
  { value: 70, unit: "kg" },
  [{ reps: 5 }]
]

/** An input with one part added, replaced or removed, anywhere. */
export const changed = (input: unknown): fc.Arbitrary<unknown> => {
  const replaced = fc.constantFrom(...PARTS)
  if (typeof input !== "object" || input === null) return replaced
  const names = [...Object.keys(input), "colour", "__proto__"]
  const field = fc.constantFrom(...names).chain((name) => {
    const value = (input as Readonly<Record<string, unknown>>)[name]
    const others = Object.entries(input).filter(([other]) => other !== name)
    const withField = (part: unknown) =>
      Array.isArray(input)
        ? input.toSpliced(Number(name) || 0, 1, part)
        : Object.fromEntries([...others, [name, part] as const])
    return fc.oneof(
      { weight: 1, arbitrary: fc.constant(Array.isArray(input) ? [...input, ...input] : Object.fromEntries(others)) },
      { weight: 3, arbitrary: (name in input ? changed(value) : replaced).map(withField) }
    )
  })
  return fc.oneof({ weight: 1, arbitrary: replaced }, { weight: 9, arbitrary: field })
}

const asText = (input: unknown): unknown =>
  typeof input === "object" && input !== null
    ? Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    : input

export const forms = operations.flatMap(({ name, input, query, example }) => [
  ...(input === undefined ? [] : [{ name, form: "JSON", schema: input, right: example.input }]),
  ...(query === undefined ? [] : [{ name, form: "query", schema: query, right: asText(example.input) }])
])
