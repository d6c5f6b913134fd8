import { expect, test } from "bun:test"
import { Effect } from "effect"
import { moveProgress } from "../../../src/annexes/cli/move-progress.ts"

/** What a move writes to a screen. */
const written = (isTTY: boolean): string => {
  let text = ""
  const screen = {
    isTTY,
    write: (more: string) => {
      text += more
      return true
    }
  }
  const { show, end } = moveProgress(screen)
  const report = (step: "copy" | "compare", done: number) => show({ step, done, total: 2000 })
  Effect.runSync(Effect.all([report("copy", 500), report("copy", 2000), report("compare", 2000), end]))
  return text
}

test("a move shows each step once: on a terminal one line that is redrawn, elsewhere lines", () => {
  const [terminal, file] = [written(true), written(false)]
  for (const text of [terminal, file]) expect(text.match(/Copying 2,000 rows\n/g)).toHaveLength(1)
  expect(terminal).toContain("\r")
  expect(terminal).toContain("100 %  2,000 rows")
  expect(file).not.toContain("\r")
  expect(file).toContain("Copying 2,000 rows\n100 %, 2,000 rows\nComparing 2,000 rows\n")
})
