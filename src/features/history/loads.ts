/** Words in brackets that say what the weight is, not which exercise it is. */
const LOADS = { assisted: "assistance", weighted: "added_bodyweight" } as const

/** What the weight of an exercise means, by its name: `Pull Up (Assisted)`. Undefined: the total. */
export const loadIntentOf = (name: string): "assistance" | "added_bodyweight" | undefined => {
  const [, word] = /\((assisted|weighted)\)/i.exec(name) ?? []
  const key = word?.toLowerCase()
  return key === "assisted" || key === "weighted" ? LOADS[key] : undefined
}

/** A name without the word in brackets that says what its weight is. */
export const withoutLoad = (name: string): string => name.replace(/\((assisted|weighted)\)/gi, " ")
