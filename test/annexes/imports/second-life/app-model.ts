import fc from "fast-check"
import type { HistoryRow } from "../../../../src/annexes/imports/rows/rows.ts"
import { eaten, exercise, session, set } from "../support.ts"

/** Apps whose files say all of a day, with the hours of their sessions, and one whose files do not. */
export const APPS = { hevy: [6, 9], cronometer: [12, 15], strava: [18, 21] } as const
type App = keyof typeof APPS

export interface Fact {
  readonly app: App
  readonly kind: "workout" | "entry"
  readonly day: number
  /** What identifies it at its source. */
  readonly title: string
  readonly hour: number
  /** What may be corrected. */
  readonly n: number
}

export interface File {
  readonly app: App
  readonly facts: ReadonlyArray<Omit<Fact, "app">>
}

export const dayOf = ({ day }: Pick<Fact, "day">): string => `2025-03-0${day}`

export const rowOf =
  (app: App) =>
  (fact: Omit<Fact, "app">): HistoryRow =>
    fact.kind === "workout"
      ? session(
          dayOf(fact),
          `${String(APPS[app][fact.hour]).padStart(2, "0")}:00:00`,
          [exercise("Squat (Barbell)", [set({ weightKg: 20 * fact.n })])],
          { title: fact.title, durationSeconds: 600 }
        )
      : eaten(dayOf(fact), `${app} ${fact.title}`, 100 * fact.n, { amount: `${fact.hour} g` })

export const keyOf = ({ kind, day, title, hour }: Omit<Fact, "app">): string => [kind, day, title, hour].join()

/** Where a fact is at its source, whatever becomes of its title or amount. */
export const placeOf = ({ kind, day, title, hour }: Omit<Fact, "app">): string =>
  kind === "workout" ? `workout ${day} ${hour}` : `entry ${day} ${title}`

export const file: fc.Arbitrary<File> = fc.record({
  app: fc.constantFrom<App>("hevy", "cronometer", "strava"),
  facts: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom("workout" as const, "entry" as const),
      day: fc.integer({ min: 1, max: 3 }),
      title: fc.constantFrom("A", "B"),
      hour: fc.integer({ min: 0, max: 1 }),
      n: fc.integer({ min: 1, max: 2 })
    }),
    // Each is the only one in its place: sessions of one app that begin together would be one, as foods of one name.
    { minLength: 1, maxLength: 5, selector: placeOf }
  )
})

/** What a file states. A repetition states nothing, as if it were undone. */
export interface Statement {
  readonly file: File
  /** The phone that sent it. */
  readonly phone?: number
  /** What a phone has stated before it was undone makes nothing again. */
  readonly without?: ReadonlySet<string>
  isUndone: boolean
}

/** What a person has changed: by app and place, what it shows from now on; undefined if it was deleted. */
type Changed = ReadonlyMap<string, string | undefined>

export const ownPlaceOf = ({ app, ...fact }: Fact): string => `${app} ${placeOf(fact)}`

/** The facts that statements give, one after the other, and what the person made of them. */
export const given = (statements: ReadonlyArray<Statement>, changed: Changed): ReadonlyArray<string> => [
  ...statedBy(statements).flatMap((fact) => (changed.has(ownPlaceOf(fact)) ? [] : [shown(fact)])),
  ...[...changed.values()].flatMap((text) => text ?? [])
]

/** What the files state that remain, one after the other. */
export const statedBy = (statements: ReadonlyArray<Statement>): ReadonlyArray<Fact> => {
  const held = new Map<string, Fact>()
  for (const { file, without } of statements.filter(({ isUndone }) => !isUndone)) {
    const { app, facts } = file
    const keys = new Set(facts.map((fact) => `${app} ${keyOf(fact)}`))
    const mentioned = new Set(facts.map(({ kind, day }) => `${kind} ${day}`))
    const places = new Set(facts.map(({ kind, day, hour }) => `${kind} ${day} ${hour}`))
    for (const [key, fact] of held) {
      const { kind, day, hour } = fact
      const isGone =
        app === "strava" ? kind === "workout" && places.has(`${kind} ${day} ${hour}`) : mentioned.has(`${kind} ${day}`)
      if (fact.app === app && isGone && !keys.has(key)) held.delete(key)
    }
    for (const fact of facts)
      if (without?.has(keyOf(fact)) !== true) held.set(`${app} ${keyOf(fact)}`, { app, ...fact })
  }
  return [...held.values()]
}

/** A fact in words. */
export const shown = ({ app, kind, title, hour, n, ...fact }: Fact): string =>
  kind === "workout"
    ? `${dayOf(fact)} ${title} at ${APPS[app][hour]} with ${20 * n} kg`
    : `${dayOf(fact)} ${app} ${title}, ${hour} g, ${100 * n} kcal`

/** Whether a changed fact is known again by its place: foods are only where a file says all of a day. */
export const isWatched = ({ app, kind }: Fact): boolean => kind === "workout" || app !== "strava"

/** A fact as a person leaves it who changes it: a session has another name, a food was eaten twice. */
export const edited = (fact: Fact): string =>
  fact.kind === "workout" ? shown({ ...fact, title: "Mine" }) : shown({ ...fact, n: 2 * fact.n })
