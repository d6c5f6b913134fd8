import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Exit, Scope } from "effect"
import { OATS, type SavedFood } from "../../features/custom-foods/support.ts"
import type { Logged } from "../../features/diary/support.ts"
import { fettle, type SettingsOfProcess, startServer } from "../../support/process.ts"
import { filledSettings } from "../../support/stores.ts"

describe("fettle meal save", () => {
  const scope = Effect.runSync(Scope.make())
  let settings: SettingsOfProcess
  let server: Awaited<ReturnType<typeof startServer>>
  let user: string
  let food: string

  const post = async <A>(path: string, body: unknown): Promise<A> => {
    const response = await fetch(`${server.baseUrl}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    return (await response.json()) as A
  }
  const save = (...args: ReadonlyArray<string>) => fettle(settings, "meal", "save", ...args)

  beforeAll(async () => {
    settings = await Effect.runPromise(Scope.extend(filledSettings, scope))
    server = await startServer(settings)
    user = /usr_[0-9a-z]{16}/.exec(server.welcome)?.[0] ?? ""
    food = (await post<SavedFood>("/v1/custom-foods", OATS)).customFood.id
  }, 60_000)
  afterAll(async () => {
    server.child.kill("SIGKILL")
    await server.child.exited
    await Effect.runPromise(Scope.close(scope, Exit.void))
  })

  test("saves a meal beside the running server; its id can be logged at once", async () => {
    const options = ["--name", " Two bowls ", "--description", "for Sundays", "--servings", "2"]
    const items = ["--item", `${food}:3`, "--item", `${food}:0.5`]
    const { stdout, stderr, exitCode } = await save("--user", user, ...options, ...items, "--json")
    expect([stderr, exitCode]).toEqual(["", 0])
    const { savedMealId } = JSON.parse(stdout) as { readonly savedMealId: string }
    expect(JSON.parse(stdout)).toEqual({ savedMealId: expect.stringMatching(/^meal_[0-9a-z]{16}$/) })
    const { entry } = await post<Logged>("/v1/food-entries", { savedMealId, servings: 1, mealType: "breakfast" })
    expect(entry.food).toEqual({ id: savedMealId, kind: "saved_meal", name: "Two bowls" })
    expect(entry.nutrition.protein).toBe(22.75)
    const listed = await fettle(settings, "meal", "list", "--user", user, "--json")
    expect(JSON.parse(listed.stdout)).toMatchObject({
      meals: [{ savedMealId, description: "for Sundays", servings: 2 }]
    })
  })

  test("an unknown food or user ends it with exit code 1, wrong arguments with 2; standard output stays empty", async () => {
    const base = ["--user", user, "--name", "Meal"]
    const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, number, string]> = [
      [[...base, "--item", `${food}:1`, "--item", "none:1"], 1, "There is no food none"],
      [["--user", "usr_0000000000000000", "--name", "Meal", "--item", `${food}:1`], 1, "There is no user"],
      [["--user", "nobody", "--name", "Meal", "--item", `${food}:1`], 1, "There is no user nobody"],
      [base, 2, "item"],
      [[...base, "--item", food], 2, "FOOD_ID:SERVINGS"],
      [[...base, "--item", `${food}:0`], 2, "FOOD_ID:SERVINGS"],
      [[...base, "--item", `${food}:10001`], 2, "FOOD_ID:SERVINGS"],
      [[...base, "--item", `${food}:1`, "--servings", "-1"], 2, "servings"],
      [[...base, "--item", `${food}:1`, "--servings", "0.009"], 2, "--servings must be a number from 0.01 to 10000"],
      [["--user", user, "--name", " ", "--item", `${food}:1`], 2, "--name"]
    ]
    for (const [args, code, words] of wrong) {
      const { stdout, stderr, exitCode } = await save(...args, "--json")
      expect<unknown>([args, exitCode, stdout]).toEqual([args, code, ""])
      expect(stderr).toContain(words)
    }
  }, 60_000)
})
