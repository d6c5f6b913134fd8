import { expect, test } from "bun:test"
import { Effect } from "effect"
import fc from "fast-check"
import { undoDevice } from "../../../../src/annexes/imports/devices/devices.ts"
import type { DeviceId } from "../../../../src/annexes/imports/devices/model.ts"
import { undoImport } from "../../../../src/annexes/imports/ledger/undo-import.ts"
import type { Source } from "../../../../src/annexes/imports/sources.ts"
import { editable } from "../../../features/workouts/support.ts"
import { newPerson, output, overEveryDatabase, overOneDatabase, type Person } from "../../../support/app.ts"
import { PROPERTY_RUNS } from "../../../support/stores.ts"
import { deviceOf, send, sendRows } from "../devices/support.ts"
import { importRows } from "../support.ts"
import {
  APPS,
  dayOf,
  edited,
  type Fact,
  type File,
  file,
  given,
  isWatched,
  ownPlaceOf,
  rowOf,
  type Statement,
  shown,
  statedBy
} from "./app-model.ts"
import { factsBetween } from "./exports.ts"
import { bodyOf, makePhone, onPhones, type Phone, POSTS, post, type Sent, sent, state, undo } from "./phone-model.ts"

type Step =
  | { readonly _tag: "import"; readonly file: File }
  | { readonly _tag: "send"; readonly sent: Sent }
  | { readonly _tag: "post"; readonly file: File }
  | { readonly _tag: "undo phone"; readonly phone: number }
  | { readonly _tag: "again" | "undo" | "edit" | "delete"; readonly which: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: file.map((file): Step => ({ _tag: "import", file })) },
  { weight: 1, arbitrary: sent.map((sent): Step => ({ _tag: "send", sent })) },
  { weight: 3, arbitrary: file.map((file): Step => ({ _tag: "post", file })) },
  { weight: 1, arbitrary: fc.nat(1).map((phone): Step => ({ _tag: "undo phone", phone })) },
  { weight: 1, arbitrary: fc.nat(9).map((which): Step => ({ _tag: "again", which })) },
  { weight: 2, arbitrary: fc.nat(9).map((which): Step => ({ _tag: "undo", which })) },
  { weight: 1, arbitrary: fc.nat(9).map((which): Step => ({ _tag: "edit", which })) },
  { weight: 1, arbitrary: fc.nat(9).map((which): Step => ({ _tag: "delete", which })) }
)

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
  const weight = exercises?.[0]?.sets[0]?.weightKg
  return kind === "workout"
    ? `${date} ${name} at ${Number(startTime.slice(11, 13))}${weight === undefined ? "" : ` with ${weight} kg`}`
    : `${date} ${food.name}, ${serving.text}, ${nutrition.calories} kcal`
}

/** Changes or deletes a fact as its person would. */
const change = async ({ rest }: Person, fact: Fact, how: "edit" | "delete") => {
  const day = dayOf(fact)
  if (fact.kind === "entry") {
    const { entries } = await output<{ entries: ReadonlyArray<Shown & { readonly id: string }> }>(
      rest("list_food_entries", { from: day, to: day, limit: 100 })
    )
    const id = entries.find((entry) => inWords("entry", JSON.stringify(entry)) === shown(fact))?.id
    return output(how === "edit" ? rest("update_food_entry", { id, servings: 2 }) : rest("delete_food_entry", { id }))
  }
  const { workouts } = await output<{
    workouts: ReadonlyArray<Pick<Shown, "date" | "startTime"> & { readonly id: string }>
  }>(rest("list_workouts", { from: day, to: day, limit: 100 }))
  const id = workouts.find(({ startTime }) => Number(startTime.slice(11, 13)) === APPS[fact.app][fact.hour])?.id
  if (how === "delete") return output(rest("delete_workout", { id }))
  return output(rest("replace_workout", { ...editable(await output(rest("get_workout", { id }))), id, name: "Mine" }))
}

/** As many as the environment asks, over every database; otherwise as many as six seconds allow, over one. */
const overDatabases = PROPERTY_RUNS > 0 ? overEveryDatabase : overOneDatabase

/** Drawn here, so that a run without failures can be repeated too. */
const SEED = Number(process.env.PROPERTY_SEED ?? Math.floor(Math.random() * 1_000_000))

const TIME_LIMIT = PROPERTY_RUNS > 0 ? 3_600_000 : 60_000

overDatabases("exports, repetitions, undos, phones and changes in any order", (service, stores) => {
  test(
    "give what remains stated, one after the other, as the person left it",
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
          const person = await newPerson(service(), { timezone: "UTC" })
          const statements: Array<Statement> = []
          const changed = new Map<string, string | undefined>()
          const phones: Array<Phone & { readonly id: DeviceId }> = []
          for (const _ of [1, 2]) phones.push({ id: (await deviceOf(service(), person)).device.id, ...makePhone() })
          // Made in one instant, they are in the order of their ids.
          phones.sort((a, b) => (a.id < b.id ? -1 : 1))
          let sequence = 0
          const active: Array<{ readonly id: string; readonly statement: Statement }> = []
          const take = async (file: File) => {
            const rows = file.facts.map(rowOf(file.app))
            const hash = JSON.stringify(file)
            const { importId } = await importRows(service(), person, file.app satisfies Source, rows, {
              hash,
              timezone: "UTC"
            })
            const isRepeat = statements.some(
              ({ file, phone, isUndone }) => phone === undefined && !isUndone && JSON.stringify(file) === hash
            )
            const statement = { file, isUndone: isRepeat }
            statements.push(statement)
            active.push({ id: importId ?? "", statement })
          }
          for (const each of steps) {
            if (each._tag === "import") await take(each.file)
            else if (each._tag === "send") {
              const phone = phones[each.sent.phone]
              if (phone === undefined) continue
              await send(service(), person, phone.id, bodyOf(++sequence, each.sent))
              for (const record of each.sent.records) state(phone, record)
            } else if (each._tag === "post") {
              const { app, facts } = each.file
              const of = POSTS.findIndex((apps) => apps.some((posted) => posted === app))
              const phone = phones[of]
              if (phone === undefined) continue
              await sendRows(service(), person, phone.id, app satisfies Source, facts.map(rowOf(app)))
              statements.push({ file: each.file, phone: of, without: post(phone, each.file), isUndone: false })
            } else if (each._tag === "undo phone") {
              const phone = phones[each.phone]
              if (phone === undefined) continue
              await service().run(Effect.orDie(undoDevice(person.id, phone.id)))
              undo(phone)
              for (const statement of statements) if (statement.phone === each.phone) statement.isUndone = true
            } else if (each._tag === "edit" || each._tag === "delete") {
              const facts = statedBy(statements).filter((fact) => !changed.has(ownPlaceOf(fact)) && isWatched(fact))
              const fact = facts[each.which % facts.length]
              if (fact === undefined) continue
              await change(person, fact, each._tag)
              changed.set(ownPlaceOf(fact), each._tag === "edit" ? edited(fact) : undefined)
            } else if (active.length === 0) continue
            else if (each._tag === "again") await take(active[each.which % active.length]?.statement.file as File)
            else {
              const gone = active[each.which % active.length]
              if (gone === undefined) continue
              active.splice(active.indexOf(gone), 1)
              await service().run(undoImport(gone.id as never))
              gone.statement.isUndone = true
            }
            const facts = await factsBetween(person, "2025-03-01", "2025-03-03")
            expect(
              facts
                .map(([kind, day, text]) => (kind === "weight" ? `${day} ${text} kg` : inWords(kind, text)))
                .toSorted()
            ).toEqual([...given(statements, changed), ...onPhones(phones)].toSorted())
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
