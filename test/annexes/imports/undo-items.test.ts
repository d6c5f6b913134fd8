import { expect, test } from "bun:test"
import { SqlError } from "@effect/sql"
import { Effect, Exit } from "effect"
import { undoAll } from "../../../src/annexes/imports/ledger/undo-items.ts"

const refused = (errno: string) =>
  Effect.die(new SqlError.SqlError({ cause: Object.assign(new Error("refused"), { severity: "ERROR", errno }) }))

/** Takes back 230 items, as a server would that has time for `most` at once. Returns how many were asked for each time. */
const undone = async (most: number, errno: string) => {
  const asked: Array<number> = []
  let left = 230
  const undoSome = (count: number) =>
    Effect.suspend(() => {
      asked.push(count)
      if (count > most) return refused(errno)
      const taken = Math.min(count, left)
      left -= taken
      return Effect.succeed(
        Array.from({ length: taken }, () => ({
          kind: "entry" as const,
          factId: "entry_a",
          outcome: "removed" as const
        }))
      )
    })
  const exit = await Effect.runPromiseExit(undoAll(undoSome, () => Effect.void))
  return { asked, removed: Exit.isSuccess(exit) ? exit.value.removed : undefined }
}

test("an undo of more items than a statement has time for takes back half as many at once, until all are", async () => {
  expect(await undone(60, "57014")).toEqual({ asked: [200, 100, 50, 50, 50, 50, 50, 50], removed: 230 })
})

test("an undo fails if there is no time for a single item, and at once if something else is wrong", async () => {
  expect(await undone(0, "57014")).toEqual({ asked: [200, 100, 50, 25, 13, 7, 4, 2, 1], removed: undefined })
  expect(await undone(60, "42P01")).toEqual({ asked: [200], removed: undefined })
})
