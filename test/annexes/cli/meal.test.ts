import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Exit, Option, Scope } from "effect"
import { meal } from "../../../src/annexes/cli/meal.ts"
import { read } from "../../../src/annexes/cli/usage/read.ts"
import { shapeOf } from "../../../src/annexes/cli/usage/shape.ts"
import { AppConfig, type Settings } from "../../../src/config.ts"
import { serversAt } from "../../../src/values/database-url.ts"
import { onServer } from "../../support/databases.ts"
import { settings } from "../../support/settings.ts"
import { filledDatabase, hasPostgres } from "../../support/stores.ts"

const USER = "usr_0123456789abcdef"
const EGG = "food_sr28_01123"

describe.if(hasPostgres)("fettle meal", () => {
  const scope = Effect.runSync(Scope.make())
  let over: Settings
  beforeAll(async () => {
    const url = await Effect.runPromise(Scope.extend(filledDatabase, scope))
    over = { ...settings, databaseUrl: Option.some(serversAt(url)) }
    await onServer(
      url,
      `INSERT INTO users (user_id, name, timezone, body_weight_unit, strength_unit, distance_unit, plan)
       VALUES ('${USER}', 'Ada', 'UTC', 'kg', 'kg', 'km', 'paid')`
    )
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  /** What a command line prints on standard output. */
  const printed = (...argv: ReadonlyArray<string>): Promise<string> =>
    Effect.gen(function* () {
      const reading = read("fettle", shapeOf("", [meal]), ["meal", ...argv, "--user", USER])
      const name = reading._tag === "Run" ? reading.path.at(-1) : undefined
      const run = meal.subcommands.find((command) => command.name === name)?.run
      if (reading._tag !== "Run" || run === undefined) return yield* Effect.dieMessage(JSON.stringify(reading))
      const usual = yield* Effect.console
      const lines: Array<string> = []
      const log = (line: string) => Effect.sync(() => void lines.push(line))
      yield* Effect.withConsole(run(reading.given), { ...usual, log })
      return lines.join("\n")
    }).pipe(Effect.provideService(AppConfig, over), Effect.runPromise)

  const saved = async (...options: ReadonlyArray<string>): Promise<string> =>
    JSON.parse(await printed("save", "--item", `${EGG}:2`, "--json", ...options)).savedMealId

  test("save keeps a description, and leaves none if it is left out or empty", async () => {
    await saved("--name", "Eggs", "--description", " for Sundays ")
    await saved("--name", "Plain")
    await saved("--name", "Empty", "--description", "")
    const { meals } = JSON.parse(await printed("list", "--json"))
    const descriptions = meals.map(({ name, description }: { name: string; description: unknown }) => [
      name,
      description
    ])
    expect(Object.fromEntries(descriptions)).toEqual({ Eggs: "for Sundays", Plain: null, Empty: null })
  })

  test("delete prints the meal that is gone, for people or as JSON", async () => {
    const [one, other] = [await saved("--name", "One"), await saved("--name", "Other")]
    expect(await printed("delete", one)).toBe(`Deleted meal ${one}`)
    expect(JSON.parse(await printed("delete", other, "--json"))).toEqual({ savedMealId: other, deleted: true })
    const listed = await printed("list")
    for (const id of [one, other]) expect(listed).not.toContain(id)
  })
})
