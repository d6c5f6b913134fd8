import { expect } from "bun:test"
import { join } from "node:path"
import { briefly, FETTLE, type SettingsOfProcess } from "../support/process.ts"
import { isFull, measured, randomFrom } from "./form.ts"
import { factsOf, json, newUser, STRONG_OPTIONS, strong } from "./histories.ts"
import { onEachDatabase } from "./on-each-database.ts"
import { newFolder } from "./servers.ts"

const KILLS = isFull ? 50 : 2
const SEED = Number(process.env.FAULTS_SEED ?? Math.floor(Math.random() * 1_000_000))

const SESSIONS = isFull ? 600 : 300

/** The first export, and the next, in which a third of the sessions have another name. */
const EXPORTS = { first: strong(SESSIONS), next: strong(SESSIONS, (day) => (day % 3 === 0 ? "Leg day" : "Day")) }

interface Import {
  readonly importId: string
  readonly file: string
  readonly undoneAt: string | null
}

const ALL_STEPS = ["first import", "next import", "first again", "undo of the next", "undo of the first"] as const
type Step = (typeof ALL_STEPS)[number]

/** Those that are killed. In the short form, they lead back to where they began, and the same person goes on. */
const STEPS: ReadonlyArray<Step> = isFull ? ALL_STEPS : ["next import", "undo of the next"]

const killedAgainAndAgain = async (database: string, settings: SettingsOfProcess): Promise<void> => {
  await using folder = await newFolder()
  const random = randomFrom(SEED)
  const at = (name: string) => join(folder.value, name)
  const files = { first: at("first.csv"), next: at("next.csv") }
  for (const name of ["first", "next"] as const) await Bun.write(files[name], EXPORTS[name])

  const standing = async (userId: string, name: "first" | "next"): Promise<ReadonlyArray<Import>> => {
    const { imports }: { imports: ReadonlyArray<Import> } = await json(settings, "import", "list", "--user", userId)
    return imports.filter(({ file, undoneAt }) => undoneAt === null && file === `${name}.csv`)
  }
  const importing = (userId: string, name: "first" | "next") => [
    ["import", files[name], "--user", userId, ...STRONG_OPTIONS]
  ]
  const undoing = async (userId: string, name: "first" | "next") =>
    (await standing(userId, name)).map(({ importId }) => ["import", "undo", importId])
  /** The commands that a step still needs: what was undone before a kill is not undone again. */
  const commandsOf = async (userId: string, step: Step): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
    if (step === "first import" || step === "first again") return importing(userId, "first")
    if (step === "next import") return importing(userId, "next")
    return undoing(userId, step === "undo of the next" ? "next" : "first")
  }
  let archives = 0
  const facts = (userId: string) => factsOf(settings, userId, at(`${archives++}.zip`))

  const runAll = async (userId: string, step: Step): Promise<void> => {
    for (const command of await commandsOf(userId, step)) await json(settings, ...command)
  }

  // What somebody has whose imports and undos nothing interrupts, and how long a command of each step takes.
  const whole = await newUser(settings)
  if (!isFull) await runAll(whole, "first import")
  const expected = new Map<Step, { readonly facts: Awaited<ReturnType<typeof facts>>; readonly lasted: number }>()
  for (const step of STEPS) {
    const commands = await commandsOf(whole, step)
    const begun = performance.now()
    for (const command of commands) await json(settings, ...command)
    const lasted = (performance.now() - begun) / commands.length
    expected.set(step, { lasted, facts: await facts(whole) })
  }

  const killed: Record<string, number> = {}
  let kills = 0
  try {
    while (kills < KILLS) {
      const userId = isFull ? await newUser(settings) : whole
      for (const step of STEPS) {
        const right = expected.get(step)
        if (right === undefined || kills >= KILLS) break
        const [command] = await commandsOf(userId, step)
        const child = Bun.spawn([...FETTLE, ...(command ?? [])], {
          env: briefly(settings),
          stdout: "ignore",
          stderr: "ignore"
        })
        await Promise.race([child.exited, Bun.sleep(right.lasted * (0.3 + 0.7 * random()))])
        if (child.exitCode === null) {
          kills++
          killed[step] = (killed[step] ?? 0) + 1
        }
        child.kill("SIGKILL")
        await child.exited
        await runAll(userId, step)
        expect([step, await facts(userId)]).toEqual([step, right.facts])
      }
    }
  } finally {
    measured(`imports, repeats and undos killed on ${database}`, { seed: SEED, kills, ...killed })
  }
}

onEachDatabase(
  (database) => `killed during imports, repeats and undos on ${database}, these are completed when they are run again`,
  killedAgainAndAgain
)
