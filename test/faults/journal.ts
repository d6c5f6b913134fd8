import { expect } from "bun:test"
import { MOST_OF_ONE } from "../../src/platform/database/turns.ts"
import { ActivityDay, plusDays } from "../../src/values/activity-day.ts"
import { type Account, type Answer, call, type Surface } from "./client.ts"
import { atOnce } from "./form.ts"

const DAY = "2026-03-14"
const FIRST_DAY = ActivityDay.make("1990-01-01")
const DAYS_A_PAGE = 366
/** As many as a user's calls run at a time: more would only wait for each other. */
const CHECKS_AT_ONCE = MOST_OF_ONE

/** A write that leaves a mark no other write leaves. */
interface Write {
  readonly mark: number
  readonly name: string
  readonly input: Record<string, unknown>
  readonly key: string | undefined
  readonly surface: Surface
  answer?: Answer
}

const dayOf = (mark: number): string => plusDays(FIRST_DAY, mark)

/** Text that does not compress: 30 KB, the longest notes of a workout. */
const incompressible = (): string =>
  String.fromCodePoint(...crypto.getRandomValues(new Uint16Array(10_000)).map((unit) => 0x4e00 + (unit % 0x5000)))

/** Each kind of write in turn, over each surface. Body metrics take no key, because they are idempotent. */
const writeOf = (mark: number, areLarge: boolean): Write => {
  const surface = Math.floor(mark / 4) % 2 === 0 ? "rest" : "mcp"
  const keyed = (name: string, input: Record<string, unknown>) =>
    ({ mark, name, input, key: `key-${mark}`, surface }) as const
  switch (mark % 4) {
    case 0:
      return keyed("log_food_entry", { foodId: "food_sr28_01123", servings: mark / 100, mealType: "lunch", date: DAY })
    case 1:
      return keyed("log_workout", {
        name: `Workout ${mark}`,
        exercises: [{ exerciseId: "exr_running", sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }],
        date: DAY,
        ...(areLarge ? { notes: incompressible() } : {})
      })
    case 2:
      return keyed("save_custom_food", {
        name: `Food ${mark}`,
        protein: 5,
        carbs: 18,
        fat: 4,
        servingSize: 250,
        servingSizeUnit: "g"
      })
    default:
      return {
        mark,
        name: "set_body_metrics",
        input: { metric: "steps", readings: [{ value: mark, date: dayOf(mark) }] },
        key: undefined,
        surface
      }
  }
}

/** Runs work for all items of a list, several at once. */
const overAll = async <A>(all: ReadonlyArray<A>, work: (each: A) => Promise<void>): Promise<void> => {
  const left = [...all]
  await atOnce(CHECKS_AT_ONCE, async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift()) await work(each)
  })
}

const outputOf = <A>(answer: Answer | undefined): A => {
  if (answer?.output === undefined) throw new Error(`Not answered well: ${JSON.stringify(answer?.error)}`)
  return JSON.parse(answer.output)
}

type Page = {
  readonly entries?: ReadonlyArray<{ readonly servings: number }>
  readonly workouts?: ReadonlyArray<{ readonly name: string }>
  readonly nextCursor: string | null
}

/** Walks all pages of a list. */
const pages = async (account: Account, name: string): Promise<ReadonlyArray<Page>> => {
  const all: Array<Page> = []
  for (let cursor: string | null | undefined; cursor !== null; cursor = all.at(-1)?.nextCursor) {
    const input = { from: DAY, to: DAY, limit: 100, ...(cursor === undefined ? {} : { cursor }) }
    all.push(outputOf<Page>(await call(account, "rest", name, input)))
  }
  return all
}

/**
 * Sends writes of every kind, with and without keys, over both surfaces, and records the answers. Afterwards it checks
 * that each acknowledged write is there once, and that each repeated key has one write and returns the acknowledged
 * bytes.
 */
export const makeJournal = () => {
  const writes: Array<Write> = []
  let verified = 0

  /**
   * Sends the next write; if writes are large, workouts have notes of 30 KB. Returns undefined if the connection ended
   * before the answer did.
   */
  const write = async (account: Account, areLarge = false): Promise<Answer | undefined> => {
    const next = writeOf(writes.length + 1, areLarge)
    writes.push(next)
    const answer = await call(account, next.surface, next.name, next.input, next.key)
    if (answer !== undefined) next.answer = answer
    return answer
  }

  /** Repeats every key that was not repeated yet, over the other surface. */
  const retry = async (account: Account): Promise<void> => {
    const fresh = writes.slice(verified)
    verified = writes.length
    await overAll(fresh, async ({ key, surface, name, input, answer, mark }) => {
      if (key === undefined) return
      const again = await call(account, surface === "rest" ? "mcp" : "rest", name, input, key)
      // Over MCP, the output says that it is a replay.
      expect({ mark, output: again?.output?.replace(/,"replayed":true}$/, "}"), error: again?.error }).toEqual({
        mark,
        output: answer?.output ?? expect.any(String),
        error: undefined
      })
    })
  }

  const countMarks = async (account: Account): Promise<ReadonlyMap<number, number>> => {
    const counts = new Map<number, number>()
    const count = (mark: number) => counts.set(mark, (counts.get(mark) ?? 0) + 1)
    for (const { entries } of await pages(account, "list_food_entries"))
      for (const { servings } of entries ?? []) count(Math.round(servings * 100))
    for (const { workouts } of await pages(account, "list_workouts"))
      for (const { name } of workouts ?? []) count(Number(name.split(" ")[1]))
    const foods = writes.filter(({ name }) => name === "save_custom_food")
    await overAll(foods, async ({ input }) => {
      const search = { kind: "custom_food", query: String(input.name), limit: 50 }
      const found = outputOf<{ readonly foods: ReadonlyArray<{ readonly name: string }> }>(
        await call(account, "rest", "search_foods", search)
      )
      for (const { name } of found.foods) if (name === input.name) count(Number(name.split(" ")[1]))
    })
    for (let mark = 0; mark <= writes.length; mark += DAYS_A_PAGE) {
      const range = { metric: "steps", from: dayOf(mark), to: dayOf(mark + DAYS_A_PAGE - 1) }
      const { readings } = outputOf<{
        readonly readings: ReadonlyArray<{ readonly value: number; readonly date: string }>
      }>(await call(account, "rest", "list_body_metrics", range))
      for (const { value, date } of readings) if (date === dayOf(value)) count(value)
    }
    return counts
  }

  /**
   * Expects that every write that was acknowledged, or whose key was repeated, is there exactly once, and every other
   * at most once. Nothing else is there.
   */
  const verify = async (account: Account): Promise<void> => {
    await retry(account)
    const counts = await countMarks(account)
    const wrong = writes.flatMap(({ mark, name, key, answer }) => {
      const times = counts.get(mark) ?? 0
      const mustBe = key !== undefined || answer?.output !== undefined
      return times > 1 || (mustBe && times === 0) ? [`${name} ${mark}: ${times} times`] : []
    })
    expect(wrong).toEqual([])
    expect([...counts.keys()].filter((mark) => mark < 1 || mark > writes.length)).toEqual([])
  }

  return {
    write,
    retry,
    verify,
    count: () => writes.length,
    acknowledged: () => writes.filter(({ answer }) => answer?.output !== undefined).length
  }
}
