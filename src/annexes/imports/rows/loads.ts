/** Words in brackets that describe the weight, not the exercise. */
const LOADS = { assisted: "assistance", weighted: "added_bodyweight" } as const

/** What an exercise's weight means according to its name, such as `Pull Up (Assisted)`. Undefined: the total. */
export const loadIntentOf = (name: string): "assistance" | "added_bodyweight" | undefined => {
  const [, word] = /\((assisted|weighted)\)/i.exec(name) ?? []
  const key = word?.toLowerCase()
  return key === "assisted" || key === "weighted" ? LOADS[key] : undefined
}

/** A name without the bracketed word that describes its weight. */
export const withoutLoad = (name: string): string => name.replace(/\((assisted|weighted)\)/gi, " ")
