/** Outputs whose JSON is cached, with the JSON of those already encoded. */
const kept = new WeakMap<object, string | undefined>()

/** Caches an output's JSON. For outputs that are returned again and again; the output must not change. */
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
