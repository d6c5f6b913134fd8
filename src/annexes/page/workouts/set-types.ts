/** The cells that say what kind of set it is. */
interface Typed {
  readonly setType?: string
  readonly technique?: string
}

/** Each type of set by its letter, in the order in which taps go through them; the first has its number instead. */
const TYPES = [
  { setType: "working", technique: "", letter: "", name: "a working set" },
  { setType: "warmup", technique: "", letter: "W", name: "a warm-up" },
  { setType: "working", technique: "drop", letter: "D", name: "a drop set" },
  { setType: "working", technique: "failure", letter: "F", name: "a set to failure" }
] as const

/** Reached by no tap: sets from elsewhere have it. */
const REST_PAUSE = { setType: "working", technique: "rest_pause", letter: "R", name: "a rest-pause set" } as const

const typeOf = ({ setType = "working", technique = "" }: Typed) =>
  technique === "rest_pause"
    ? REST_PAUSE
    : (TYPES.find((type) => type.setType === setType && type.technique === technique) ?? TYPES[0])

/** The letter of a set's type; empty for a plain working set, which shows its number. */
export const letterOf = (set: Typed): string => typeOf(set).letter

/** The type after one tap on a set's number. */
export const typeAfter = (set: Typed): (typeof TYPES)[number] => {
  const at = TYPES.findIndex(({ letter }) => letter === letterOf(set))
  return TYPES[(at + 1) % TYPES.length] ?? TYPES[0]
}

/** What a tap on a set's number does, for a screen reader. */
export const tapOn = (set: Typed): string => `make it ${typeAfter(set).name}`

/** A set's type in words behind its values; empty for a plain working set. */
export const typeText = (set: Typed): string => {
  const type = typeOf(set)
  return type === TYPES[0] ? "" : ` (${type.name.replace(/^a /, "").replace(/^set /, "")})`
}
