/**
 * What the copy of the code asks whose mutants can be switched on and off: which are on, and which would have made a
 * difference so far. One byte for each, first of the former and then of the latter, is shared with the processes and
 * workers that a test starts. In a browser, and elsewhere, all are off.
 */
const file = typeof process === "undefined" ? undefined : process.env.MUTANTS_STATE
const state = file === undefined ? new Uint8Array() : Bun.mmap(file)
const count = state.length / 2
/** A loop that asks as often as this has no end: what is tried asks less than a tenth of it. */
const ENDLESS = 100_000_000
let asked = 0

/** Whether this mutant is on. */
globalThis.isMutantOn = (place) => {
  if (state[place] !== 1) return false
  asked += 1
  if (asked > ENDLESS) throw new Error("A changed loop does not end")
  return true
}

/** Notes that this mutant would have made a difference. */
globalThis.noteMutant = (place) => {
  if (count > 0) state[count + place] = 1
}

/** Returns the value of an expression, and notes this mutant if it gives another. */
globalThis.compareMutant = (place, value, mutant) => {
  if (count === 0 || state[count + place] === 1) return value
  let isSame = false
  try {
    isSame = Object.is(value, mutant())
  } catch {}
  if (!isSame) state[count + place] = 1
  return value
}

globalThis.restartMutants = () => {
  asked = 0
}
