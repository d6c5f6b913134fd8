/** A program that uses Fettle only through the package `fettle-client`. It returns the outcome of each call. */
export const PROGRAM = `import { connect, type Input, NotFound, type Output, requestIdOf } from "fettle-client"

const mealOf = ({ foods }: Output<"search_foods">): Input<"log_food_entry"> => {
  const food = foods[0]
  if (food === undefined) throw new Error("No such food")
  return { foodId: food.id, servings: 2, mealType: "breakfast" }
}

export const run = async (baseUrl: string, token: string): Promise<string> => {
  const client = await connect({ baseUrl, token, timeout: 20_000 })

  const context = await client.get_context()
  const unit = context.units.bodyWeight
  const known: "kg" | "lb" | undefined = unit === "kg" ? "kg" : unit === "lb" ? "lb" : undefined
  const set = await client.set_body_metrics({ metric: "weight", readings: [{ value: 70.5, unit }] })
  const values: ReadonlyArray<number> = set.readings.map(({ value }) => value)

  const countEntries = async (): Promise<number> => {
    let count = 0
    for await (const { entries } of client.list_food_entries.pages({ limit: 1 })) count += entries.length
    return count
  }
  const before = await countEntries()
  await client.log_food_entry(mealOf(await client.search_foods({ query: "egg", limit: 1 })))
  const added = (await countEntries()) - before

  const missing: unknown = await client.get_workout({ id: "workout_none" }).catch((error: unknown) => error)
  return JSON.stringify([known, values, added, missing instanceof NotFound, typeof requestIdOf(context)])
}

// @ts-expect-error There is no such metric.
export const wrong = (client: Awaited<ReturnType<typeof connect>>) => client.list_body_metrics({ metric: "height" })

// @ts-expect-error It takes no input.
export const more = (client: Awaited<ReturnType<typeof connect>>) => client.get_context({ date: "2026-03-14" })

// @ts-expect-error A newer service may answer with a unit that is not known here.
export const unit = (context: Output<"get_context">): "kg" | "lb" => context.units.bodyWeight
`

/** The program's result, which shows among other things that one entry was added. */
export const EXPECTED = JSON.stringify(["kg", [70.5], 1, true, "string"])
