import { Effect, Option, Schema } from "effect"
import { WorkoutStore } from "../../../features/workouts/store.ts"
import { ActivityDay } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { SPLIT_FROM } from "../ledger/earlier-meanings.ts"
import { ImportStore } from "../ledger/store.ts"
import type { SpoolReader } from "../uploads/spool.ts"

const BATCH = 500

const Performed = Schema.Struct({
  id: Schema.String,
  date: ActivityDay,
  exercises: Schema.Array(Schema.Struct({ exerciseId: Schema.String }))
})
const Item = Schema.Struct({ kind: Schema.Literal("workout"), key: Schema.String, factId: Schema.String })

const linesOf = function* <A, I>(
  spool: SpoolReader,
  part: string,
  schema: Schema.Schema<A, I>,
  texts: ReadonlyArray<string>
) {
  const decode = Schema.decodeOption(Schema.parseJson(schema))
  for (const batch of spool.lines(part, BATCH))
    for (const { text } of batch) if (texts.some((each) => text.includes(each))) yield* Option.toArray(decode(text))
}

/**
 * What an archive calls by the exercise that once stood for two, though the user's own import of the same file has it
 * under the other one: the sets that were logged beside it join it. By the archive's id, the user's. Only where all
 * sessions in both agree.
 */
export const splitBeside = Effect.fn("splitBeside")(function* (userId: UserId, spool: SpoolReader) {
  const store = yield* ImportStore
  const formers = [...SPLIT_FROM.values()]
  const sessions = new Map([...linesOf(spool, "workouts", Performed, formers)].map((line) => [line.id, line] as const))
  const days = [...sessions.values()].map(({ date }) => date).sort()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return new Map<string, string>()
  const keys = new Map(
    [...linesOf(spool, "import-items", Item, ['"workout"'])]
      .filter(({ factId }) => sessions.has(factId))
      .map(({ key, factId }) => [key, factId] as const)
  )
  const items = keys.size === 0 ? new Map() : yield* store.items(userId, "workout", [...keys.keys()])
  const here = items.size === 0 ? [] : yield* (yield* WorkoutStore).performed(userId, first, last)
  const stored = new Map(here.map(({ id, exercises }) => [id, new Set(exercises.map(({ exerciseId }) => exerciseId))]))
  const both = [...items.values()].flatMap(({ key, factId }) => {
    const ids = stored.get(factId)
    const line = sessions.get(keys.get(key) ?? "")
    return ids === undefined || line === undefined ? [] : [{ ids, line, isSame: line.id === factId }]
  })
  return new Map(
    [...SPLIT_FROM].flatMap(([now, former]) => {
      const having = both.filter(({ line }) => line.exercises.some(({ exerciseId }) => exerciseId === former))
      const isMoved = having.every(({ ids, isSame }) => !isSame && ids.has(now) && !ids.has(former))
      return having.length > 0 && isMoved ? [[former, now] as const] : []
    })
  )
})
