import { expect, test } from "bun:test"
import fc from "fast-check"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import type { HistoryRow } from "../../../../src/annexes/imports/rows/rows.ts"
import type { Source } from "../../../../src/annexes/imports/sources.ts"
import { newPerson, overEveryDatabase, overOneDatabase } from "../../../support/app.ts"
import { PROPERTY_RUNS } from "../../../support/stores.ts"
import { eaten, exercise, importRows, session, set } from "../support.ts"
import { factsBetween } from "./exports.ts"

/** Apps whose files say all of a day, with the hours of their sessions, and one whose files do not. */
const APPS = { hevy: [6, 9], cronometer: [12, 15], strava: [18, 21] } as const
type App = keyof typeof APPS

interface Fact {
  readonly app: App
  readonly kind: "workout" | "entry"
  readonly day: number
  /** What identifies it at its source. */
  readonly title: string
  readonly hour: number
  /** What may be corrected. */
  readonly n: number
}

interface File {
  readonly app: App
  readonly facts: ReadonlyArray<Omit<Fact, "app">>
}

const dayOf = ({ day }: Pick<Fact, "day">): string => `2025-03-0${day}`

const rowOf =
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

const keyOf = ({ kind, day, title, hour }: Omit<Fact, "app">): string => [kind, day, title, hour].join()

const file: fc.Arbitrary<File> = fc.record({
  app: fc.constantFrom<App>("hevy", "cronometer", "strava"),
  facts: fc.uniqueArray(
    fc.record({
      kind: fc.constantFrom("workout" as const, "entry" as const),
      day: fc.integer({ min: 1, max: 3 }),
      title: fc.constantFrom("A", "B"),
      hour: fc.integer({ min: 0, max: 1 }),
      n: fc.integer({ min: 1, max: 2 })
    }),
    // Two sessions of one app that begin together would be one place.
    {
      minLength: 1,
      maxLength: 5,
      selector: (fact) => (fact.kind === "entry" ? keyOf(fact) : `${fact.day} ${fact.hour}`)
    }
  )
})

type Step =
  | { readonly _tag: "import"; readonly file: File }
  | { readonly _tag: "again" | "undo"; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: file.map((file): Step => ({ _tag: "import", file })) },
  { weight: 1, arbitrary: fc.nat(9).map((which): Step => ({ _tag: "again", which })) },
  { weight: 2, arbitrary: fc.nat(9).map((which): Step => ({ _tag: "undo", which })) }
)

/** What a file states. A repetition states nothing, as if it were undone. */
interface Statement {
  readonly file: File
  isUndone: boolean
}

/** The facts that statements give, one after the other. */
const given = (statements: ReadonlyArray<Statement>): ReadonlyArray<Fact> => {
  const held = new Map<string, Fact>()
  for (const { file } of statements.filter(({ isUndone }) => !isUndone)) {
    const { app, facts } = file
    const mentioned = new Set(facts.map(({ kind, day }) => `${kind} ${day}`))
    const places = new Set(facts.map(({ kind, day, hour }) => `${kind} ${day} ${hour}`))
    for (const [key, fact] of held) {
      const { kind, day, hour } = fact
      const isGone =
        app === "strava" ? kind === "workout" && places.has(`${kind} ${day} ${hour}`) : mentioned.has(`${kind} ${day}`)
      if (fact.app === app && isGone) held.delete(key)
    }
    for (const fact of facts) held.set(`${app} ${keyOf(fact)}`, { app, ...fact })
  }
  return [...held.values()]
}

const shown = ({ app, kind, title, hour, n, ...fact }: Fact): string =>
  kind === "workout"
    ? `${dayOf(fact)} ${title} at ${APPS[app][hour]} with ${20 * n} kg`
    : `${dayOf(fact)} ${app} ${title}, ${hour} g, ${100 * n} kcal`

interface Shown {
  readonly date: string
  readonly name: string
  readonly startTime: string
  readonly exercises: ReadonlyArray<{ readonly sets: ReadonlyArray<{ readonly weightKg: number }> }>
  readonly food: { readonly name: string }
  readonly serving: { readonly text: string }
  readonly nutrition: { readonly calories: number }
}

const inWords = (kind: string, text: string): string => {
  const { date, name, startTime, exercises, food, serving, nutrition }: Shown = JSON.parse(text)
  return kind === "workout"
    ? `${date} ${name} at ${Number(startTime.slice(11, 13))} with ${exercises[0]?.sets[0]?.weightKg} kg`
    : `${date} ${food.name}, ${serving.text}, ${nutrition.calories} kcal`
}

/** As many as the environment asks, over every database; otherwise as many as six seconds allow, over one. */
const overDatabases = PROPERTY_RUNS > 0 ? overEveryDatabase : overOneDatabase

/** Drawn here, so that a run without failures can be repeated too. */
const SEED = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1_000_000))

const TIME_LIMIT = PROPERTY_RUNS > 0 ? 3_600_000 : 60_000

overDatabases("exports, repetitions and undos in any order", (service, stores) => {
  test(
    "give what the imports that remain state, one after the other",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
          const person = await newPerson(service())
          const statements: Array<Statement> = []
          const active: Array<{ readonly id: string; readonly statement: Statement }> = []
          const take = async (file: File) => {
            const rows = file.facts.map(rowOf(file.app))
            const hash = JSON.stringify(file)
            const { importId } = await importRows(service(), person, file.app satisfies Source, rows, { hash })
            const isRepeat = statements.some(({ file, isUndone }) => !isUndone && JSON.stringify(file) === hash)
            const statement = { file, isUndone: isRepeat }
            statements.push(statement)
            active.push({ id: importId ?? "", statement })
          }
          for (const each of steps) {
            if (each._tag === "import") await take(each.file)
            else if (active.length === 0) continue
            else if (each._tag === "again") await take(active[each.which % active.length]?.statement.file as File)
            else {
              const [gone] = active.splice(each.which % active.length, 1)
              await service().run(undoImport(gone?.id as never))
              if (gone !== undefined) gone.statement.isUndone = true
            }
            const facts = await factsBetween(person, "2025-03-01", "2025-03-03")
            expect(facts.map(([kind, , text]) => inWords(kind, text)).toSorted()).toEqual(
              given(statements).map(shown).toSorted()
            )
          }
        }),
        {
          seed: SEED,
          ...(PROPERTY_RUNS > 0
            ? { numRuns: PROPERTY_RUNS }
            : { numRuns: 3000, interruptAfterTimeLimit: 6000, markInterruptAsFailure: false })
        }
      )
      if (PROPERTY_RUNS > 0) console.log(`${PROPERTY_RUNS} histories on ${stores} from the seed ${SEED}`)
    },
    TIME_LIMIT
  )
})
