import { expect, test } from "bun:test"
import { isRunning, until } from "../support/process.ts"
import { hasPostgres } from "../support/stores.ts"
import { TIME_LIMIT } from "./form.ts"
import { childrenOf, HISTORY, historyPage, isAtWork, serverWithPeople, upload } from "./history-page.ts"
import { newDatabase } from "./servers.ts"

/** Reading it takes seconds. */
const LARGE = Buffer.from(
  `date,metric,value,unit\n${"2024-05-01,weight,80,kg\n2024-05-02,weight,500000,kg\n".repeat(150_000)}`
)
const SMALL = Buffer.from("date,metric,value,unit\n2024-05-01,weight,80,kg\n")

test.if(hasPostgres)(
  "killing the process that reads a file fails the import, and another can start; it ends with the server",
  async () => {
    await using database = await newDatabase()
    await using people = await serverWithPeople(database.value)
    const { browser, pid, server } = people
    /** Begins a preview of a file, and returns the process that reads it. */
    const reader = async () => {
      await upload(browser, "weights.csv", LARGE)
      const answered = browser.submit(HISTORY, "check").catch(() => undefined)
      await until(() => childrenOf(pid).length > 0)
      await Bun.sleep(300)
      const [child = 0] = childrenOf(pid)
      return { child, answered }
    }

    const first = await reader()
    process.kill(first.child, "SIGKILL")
    await first.answered
    await until(async () => !(await isAtWork(browser)))
    expect(await historyPage(browser)).toContain(
      "weights.csv: could not be read: the process that read it ended (signal SIGKILL)"
    )

    await upload(browser, "small.csv", SMALL)
    for (const action of ["check", "import"]) {
      await browser.submit(HISTORY, action)
      await until(async () => !(await isAtWork(browser)))
    }
    expect(await historyPage(browser)).toContain("1 rows, 1 new")

    const last = await reader()
    server.child.kill("SIGKILL")
    await server.child.exited
    await until(() => !isRunning(last.child))
    await last.answered
  },
  TIME_LIMIT
)
