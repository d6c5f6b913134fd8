/** Input names that mean little to people. */
const WORDS: Readonly<Record<string, string>> = {
  body: "what was sent",
  date: "day",
  from: "first day",
  id: "the address",
  intensity: "RPE",
  q: "search",
  query: "search",
  reps: "repetitions",
  to: "last day"
}

/** An identifier in words: `meal_type` and `mealType` are "meal type". */
export const plainName = (name: string): string =>
  name
    .replaceAll("_", " ")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()

const wordsOf = (name: string): string => {
  const [, plain = name, index] = /^(.*?)\[(\d+)\]$/.exec(name) ?? []
  const words = Object.hasOwn(WORDS, plain) ? (WORDS[plain] ?? plain) : plainName(plain.replace(/Ids?$/, ""))
  return index === undefined ? words : `${words.replace(/s$/, "")} ${Number(index) + 1}`
}

/**
 * A field's name for people, at the start of a sentence: `exercises[0].sets[1].weight` is "Weight of set 2 of exercise
 * 1".
 */
export const fieldInWords = (field: string): string => {
  const words = field.split(".").reverse().map(wordsOf).join(" of ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}
