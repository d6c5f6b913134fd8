import { ProtocolError, ProtocolErrorCode, type ReadResourceResult, type Resource } from "@modelcontextprotocol/server"
import { Effect, Schema } from "effect"
import { type Arrival, failedOutcome } from "../../call/outcome.ts"
import type { Answered } from "../../call/pipeline.ts"
import { envelope, type Failure, STATUS } from "../../contract/errors.ts"
import { quote } from "../../contract/faults.ts"
import { present } from "../../contract/fields.ts"
import { rounded, sumOf } from "../../features/foods/nutrition.ts"
import { CHART, CHART_HTML } from "./chart.ts"

const TODAY = {
  uri: "fettle://today",
  name: "today",
  title: "Today",
  description: "The context, today's goals with their progress, and the totals of what was eaten today, as JSON.",
  mimeType: "application/json"
} as const satisfies Resource

const GUIDE = {
  uri: "fettle://llms.txt",
  name: "llms.txt",
  title: "Guide for agents",
  description: "How to begin, what holds everywhere, the calls of each task, and every operation with an example.",
  mimeType: "text/markdown"
} as const satisfies Resource

/** The answer to resources/list. */
export const resources: ReadonlyArray<Resource> = [TODAY, GUIDE, CHART]

/** Runs an operation for the caller of the current request. */
export type Run = (operation: string, input: unknown) => Effect.Effect<Answered>

const Amounts = Schema.Struct({
  calories: Schema.Number,
  protein: Schema.Number,
  carbs: Schema.Number,
  fat: Schema.Number,
  alcohol: Schema.Number
})

/** The part of a diary page needed for a day's totals. */
const Page = Schema.Struct({
  entries: Schema.Array(Schema.Struct({ nutrition: Amounts })),
  nextCursor: Schema.NullOr(Schema.String),
  /** Totals of whole days, regardless of the page. */
  totals: present(Schema.Array(Amounts))
})

const LARGEST_PAGE = 100

/** Runs an operation and decodes its output. */
const outputOf = <A, I>(schema: Schema.Schema<A, I>, answered: Effect.Effect<Answered>): Effect.Effect<A, Failure> =>
  Effect.flatMap(answered, ({ outcome, output }) =>
    outcome.failure === undefined ? Effect.orDie(Schema.decodeUnknown(schema)(output)) : Effect.fail(outcome.failure)
  )

/** The totals of one day's diary. */
const totalsOf = Effect.fnUntraced(function* (run: Run, date: string) {
  const range = { from: date, to: date, limit: LARGEST_PAGE }
  const first = yield* outputOf(Page, run("list_food_entries", range))
  if (first.totals !== undefined) return rounded(sumOf(first.totals))
  const eaten = first.entries.map(({ nutrition }) => nutrition)
  let cursor = first.nextCursor
  while (cursor !== null) {
    const page = yield* outputOf(Page, run("list_food_entries", { ...range, cursor }))
    eaten.push(...page.entries.map(({ nutrition }) => nutrition))
    cursor = page.nextCursor
  }
  return rounded(sumOf(eaten))
})

const Context = Schema.Struct(
  { activityDay: Schema.String },
  Schema.Record({ key: Schema.String, value: Schema.Unknown })
)
const Daily = Schema.Struct({ goals: Schema.Array(Schema.Unknown) })

/** Today's context, goals and totals. Each operation it runs counts against the limits like any other call. */
const today = Effect.fnUntraced(function* (run: Run) {
  const context = yield* outputOf(Context, run("get_context", {}))
  const { goals } = yield* outputOf(Daily, run("get_daily_goals", { date: context.activityDay }))
  const totals = yield* totalsOf(run, context.activityDay)
  return { context, goals, totals }
})

const contentsOf = (
  { uri, mimeType }: { readonly uri: string; readonly mimeType: string },
  text: string,
  more: object = {}
): ReadResourceResult => ({ contents: [{ uri, mimeType, text, ...more }] })

/** For texts that change only with a release. */
const FIXED = { ttlMs: 3_600_000, cacheScope: "public" } as const

/**
 * Reads a resource for the caller of a request. If an operation fails, the answer is a JSON-RPC error: its code is the
 * failure's HTTP status over REST, its data the error envelope.
 */
export const readResource = (
  uri: string,
  guide: Effect.Effect<string>,
  run: Run,
  arrival: Arrival
): Effect.Effect<ReadResourceResult, ProtocolError> => {
  switch (uri) {
    case GUIDE.uri:
      return Effect.map(guide, (text) => ({ ...contentsOf(GUIDE, text), ...FIXED }))
    case CHART.uri:
      return Effect.succeed({ ...contentsOf(CHART, CHART_HTML, { _meta: CHART._meta }), ...FIXED })
    case TODAY.uri:
      return today(run).pipe(
        Effect.map((today) => contentsOf(TODAY, JSON.stringify(today))),
        Effect.catchAllCause((cause) =>
          Effect.flatMap(failedOutcome(cause, arrival, {}), ({ failure }) =>
            Effect.fail(new ProtocolError(STATUS[failure._tag], failure.message, envelope(failure, arrival.requestId)))
          )
        )
      )
    default:
      return Effect.fail(
        new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no resource ${quote(uri)}; resources/list names every resource.`,
          { uri }
        )
      )
  }
}
