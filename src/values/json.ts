import { once } from "./once.ts"

/** Outputs whose JSON is cached, with the JSON, which is encoded on first use. */
const kept = new WeakMap<object, () => string>()

/**
 * Caches an output's JSON. For outputs that are returned again and again; the output must not change. `encode` may put
 * the JSON together from parts that are cached themselves.
 */
export const keepingJson = <A extends object>(output: A, encode = () => JSON.stringify(output)): A => {
  if (!kept.has(output)) kept.set(output, once(encode))
  return output
}

/** An output as JSON. */
export const jsonOf = (output: unknown): string =>
  (typeof output === "object" && output !== null && kept.get(output)?.()) || JSON.stringify(output)
