/** The outputs whose JSON is kept, and the JSON of those that were encoded. */
const kept = new WeakMap<object, string | undefined>()

/** Keeps an output's JSON with the output, which must not change: for outputs that are given again and again. */
export const keepingJson = <A extends object>(output: A): A => {
  if (!kept.has(output)) kept.set(output, undefined)
  return output
}

const isKept = (output: unknown): output is object => typeof output === "object" && output !== null && kept.has(output)

/** An output as JSON. */
export const jsonOf = (output: unknown): string => {
  if (!isKept(output)) return JSON.stringify(output)
  const json = kept.get(output) ?? JSON.stringify(output)
  kept.set(output, json)
  return json
}
