import { expect, test } from "bun:test"
import { overEveryStore, type Service } from "../../support/app.ts"

type Input = Record<string, unknown>

/** An agent of a new user: it lists the tools, so that its client validates every answer against the tool's schema. */
const agentOf = async (service: Service) => {
  const { token } = await service.person({
    timezone: "Europe/Berlin",
    bodyWeightUnit: "lb",
    strengthUnit: "lb",
    ownLimits: { writesPerDay: 100 }
  })
  const client = await service.mcpClient(token)
  await client.listTools()
  const call = (name: string, input: Input) => client.callTool({ name, arguments: input })

  return {
    /** The output of a tool; `text` has the same content as the structured content. */
    use: async <A = unknown>(name: string, input: Input = {}): Promise<A> => {
      const { isError, structuredContent, content } = await call(name, input)
      if (isError === true) throw new Error(JSON.stringify(content))
      expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }])
      return structuredContent as A
    },
    /** The error of a call that must fail. */
    refused: async (name: string, input: Input): Promise<unknown> => {
      const { isError, _meta } = await call(name, input)
      expect(isError).toBe(true)
      return _meta?.["fettle/error"]
    }
  }
}

const MONDAY = "2026-03-16"
const SUNDAY = "2026-03-15"
const timezone = "Europe/Berlin"

interface Logged {
  readonly entry: { readonly id: string }
}

overEveryStore("an agent's whole day", (service) => {
  test("from the first get_context to the morning after", async () => {
    await service().setTime("2026-03-16T06:30:00Z")
    const { use, refused } = await agentOf(service())

    // The user's current state.
    expect(await use("get_context")).toMatchObject({
      activityDay: MONDAY,
      timezone,
      units: { bodyWeight: "lb", strengthLoad: "lb", distance: "km" },
      paidAccess: true,
      limits: { writes: { perDay: 100, remainingToday: 100 } },
      latest: { weight: null, bodyFat: null },
      streak: { current: 0, longest: 0 },
      badges: []
    })

    // On the scales, yesterday too: 1 lb is 0.45359237 kg.
    const sunday = { date: SUNDAY, value: 80.3766, unit: "kg", display: { value: 177.2, unit: "lb" } }
    const monday = { date: MONDAY, value: 80.0137, unit: "kg", display: { value: 176.4, unit: "lb" } }
    expect(
      await use("set_body_metrics", {
        metric: "weight",
        readings: [
          { value: 177.2, unit: "lb", date: SUNDAY },
          { value: 176.4, unit: "lb" }
        ]
      })
    ).toEqual({
      metric: "weight",
      timezone,
      readings: [
        { ...sunday, changed: true, previous: null },
        { ...monday, changed: true, previous: null }
      ]
    })
    expect(await use("list_body_metrics", { metric: "weight", from: SUNDAY })).toEqual({
      metric: "weight",
      from: SUNDAY,
      to: MONDAY,
      timezone,
      readings: [sunday, monday],
      today: MONDAY,
      mean: { value: 80.1952, unit: "kg", display: { value: 176.8, unit: "lb" } },
      first: sunday,
      last: monday,
      change: { value: -0.3629, unit: "kg", display: { value: -0.8, unit: "lb" } }
    })

    // Breakfast: 1.5 cups of 240 g, sent twice because the first answer was lost.
    const { foods } = await use<{ foods: ReadonlyArray<{ id: string }> }>("search_foods", {
      query: "oatmeal"
    })
    const [oatmeal] = foods
    expect(oatmeal).toEqual({
      id: "food_fndds_56202960",
      kind: "food",
      name: "Oatmeal",
      description: "Oatmeal, NFS",
      serving: { size: 240, unit: "g", text: "1 cup, cooked" },
      portions: [{ text: "1 cup, cooked", size: 240, unit: "g", servings: 1 }],
      perServing: {
        ...{ calories: 182.4, protein: 5.23, carbs: 26.81, fat: 6.31, alcohol: 0 },
        ...{ fiber: 4.08, sugars: 0.41, saturatedFat: 2.05, sodium: 194.4 }
      },
      per100g: { calories: 76, protein: 2.18, carbs: 11.17, fat: 2.63, alcohol: 0 }
    } as never)
    const bowl = { foodId: oatmeal?.id, servings: 1.5, mealType: "breakfast", idempotency_key: "monday-breakfast" }
    const breakfast = await use<Logged>("log_food_entry", bowl)
    const oats = {
      id: breakfast.entry.id,
      date: MONDAY,
      mealType: "breakfast",
      servings: 1.5,
      amount: { value: 360, unit: "g" },
      food: { id: "food_fndds_56202960", kind: "food", name: "Oatmeal" },
      serving: { size: 240, unit: "g", text: "1 cup, cooked" },
      nutrition: {
        ...{ calories: 273.6, protein: 7.85, carbs: 40.21, fat: 9.47, alcohol: 0 },
        ...{ fiber: 6.12, sugars: 0.61, saturatedFat: 3.07, sodium: 291.6 }
      }
    }
    expect(breakfast as unknown).toEqual({ entry: oats, date: MONDAY, timezone })
    expect<unknown>(await use("log_food_entry", bowl)).toEqual({ ...breakfast, replayed: true })
    expect(await use("list_food_entries")).toMatchObject({ entries: [oats], hasMore: false, nextCursor: null })

    // A shake that no catalogue has, found again and logged; then once more by mistake.
    expect(await use("search_foods", { kind: "custom_food" })).toEqual({ foods: [] })
    const shake = { name: "Whey shake", protein: 8, carbs: 4.5, fat: 1.2, servingSize: 330, servingSizeUnit: "ml" }
    const { customFood, created } = await use<{ created: boolean; customFood: { id: string } }>(
      "save_custom_food",
      shake
    )
    expect([created, customFood] as const).toEqual([
      true,
      // 4 × 8 + 4 × 4.5 + 9 × 1.2 kcal
      {
        ...shake,
        id: customFood.id,
        alcohol: 0,
        calories: 60.8,
        perServing: { calories: 200.64, protein: 26.4, carbs: 14.85, fat: 3.96, alcohol: 0 },
        servingSizeText: "1 serving"
      } as never
    ])
    expect(await use("search_foods", { query: "whey", limit: 1 })).toMatchObject({
      foods: [
        {
          id: customFood.id,
          kind: "custom_food",
          perServing: { calories: 200.64, protein: 26.4, carbs: 14.85, fat: 3.96, alcohol: 0 }
        }
      ]
    })
    const drink = (servings: number, mealType: string) =>
      use<Logged>("log_food_entry", { customFoodId: customFood.id, servings, mealType })
    expect(await drink(2, "lunch")).toMatchObject({
      entry: {
        date: MONDAY,
        food: { id: customFood.id, kind: "custom_food", name: "Whey shake" },
        nutrition: { calories: 401.28, protein: 52.8, carbs: 29.7, fat: 7.92, alcohol: 0 }
      }
    })
    const mistake = await drink(1, "snack")

    // Training, in the evening.
    await service().setTime("2026-03-16T17:00:00Z")
    const found = async (query: string) =>
      (await use<{ exercises: ReadonlyArray<{ id: string }> }>("search_exercises", { query })).exercises[0]?.id
    const [squat, running] = [await found("barbell squat"), await found("running")]
    expect([squat, running]).toEqual(["exr_barbell_squat", "exr_running"])
    const workout = await use<{ id: string }>("log_workout", {
      name: "Squats and a run",
      exercises: [
        {
          exerciseId: squat,
          sets: [
            { setType: "warmup", weight: { value: 135, unit: "lb" }, reps: 10 },
            ...Array(3).fill({ weight: { value: 225, unit: "lb" }, reps: 5, intensity: 8 })
          ]
        },
        { exerciseId: running, sets: [{ distanceMeters: 5000, durationSeconds: 1500 }] }
      ]
    })
    // Squats, vigorous: MET 6 for 25 reps of 4 s and 4 rests of 90 s. The run, 7.5 mph: MET 11.8 for 25 min.
    // 80.0137 kg × 3.5 / 200 × (6 × 460 / 60 + 11.8 × 25) = 477.48
    expect(workout as unknown).toEqual({
      id: workout.id,
      date: MONDAY,
      timezone,
      estimatedCalories: 477,
      workout: await use("get_workout", { id: workout.id })
    })
    const heavy = { setType: "working", weight: { value: 225, unit: "lb" }, weightKg: 102.0583, reps: 5, intensity: 8 }
    expect(await use("get_workout", { id: workout.id })).toEqual({
      id: workout.id,
      name: "Squats and a run",
      date: MONDAY,
      estimatedCalories: 477,
      sets: 4,
      volume: { value: 3375, unit: "lb" },
      exercises: [
        {
          exerciseId: "exr_barbell_squat",
          name: "Barbell Squat",
          sets: [
            { setNumber: 1, setType: "warmup", weight: { value: 135, unit: "lb" }, weightKg: 61.235, reps: 10 },
            { setNumber: 2, ...heavy },
            { setNumber: 3, ...heavy },
            { setNumber: 4, ...heavy }
          ]
        },
        {
          exerciseId: "exr_running",
          name: "Running",
          sets: [{ setNumber: 1, setType: "working", durationSeconds: 1500, distanceMeters: 5000 }]
        }
      ]
    })
    expect(await use("list_workouts")).toEqual({
      workouts: [
        {
          id: workout.id,
          name: "Squats and a run",
          date: MONDAY,
          estimatedCalories: 477,
          exerciseCount: 2,
          exercises: [
            { exerciseId: "exr_barbell_squat", name: "Barbell Squat" },
            { exerciseId: "exr_running", name: "Running" }
          ]
        }
      ],
      total: 1,
      hasMore: false,
      today: MONDAY,
      nextCursor: null
    })
    expect(await use("set_body_metrics", { metric: "steps", readings: [{ value: 10_432 }] })).toMatchObject({
      readings: [{ date: MONDAY, value: 10_432, unit: "steps", changed: true }]
    })

    // Goals, and the progress of those that do not follow from logged data.
    const goal = async (input: Input) => {
      const { goal, created } = await use<{ goal: { id: string }; created: boolean }>("save_goal", input)
      expect(created).toBe(true)
      expect(goal).toMatchObject({ ...input, active: true })
      return goal.id
    }
    const numeric = { type: "numeric" }
    const calories = await goal({
      ...numeric,
      name: "Calories",
      metric: "calories",
      targetValue: 800,
      comparison: "max"
    })
    const protein = await goal({ ...numeric, name: "Protein", metric: "protein", targetValue: 80, comparison: "min" })
    const steps = await goal({ ...numeric, name: "Steps", metric: "steps", targetValue: 10_000, comparison: "min" })
    const water = await goal({ ...numeric, name: "Water", metric: "hydration", targetValue: 2000, comparison: "min" })
    const stretch = await goal({ type: "boolean", name: "Stretch", schedule: { days: ["mon"] } })
    const progress = (goalId: string, value: unknown) => use("set_goal_progress", { goalId, value })
    const set = { date: MONDAY, timezone }
    expect(await progress(water, 1500)).toEqual({ goalId: water, ...set, currentValue: 1500, completed: false })
    expect(await progress(water, 2250)).toEqual({ goalId: water, ...set, currentValue: 2250, completed: true })
    expect(await progress(stretch, true)).toEqual({ goalId: stretch, ...set, currentValue: true, completed: true })
    expect(await refused("set_goal_progress", { goalId: calories, value: 700 })).toMatchObject({
      error: { code: "validation_failed", details: { fields: [{ field: "goalId" }] } }
    })

    const standing = async (date?: string) => {
      const day = await use<{ goals: ReadonlyArray<Readonly<Record<string, unknown>>> }>(
        "get_daily_goals",
        date === undefined ? {} : { date }
      )
      return day.goals.map(({ goalId, currentValue, completed }) => [goalId, currentValue, completed])
    }
    const setByHand = [
      [steps, 10_432, true],
      [water, 2250, true],
      [stretch, true, true]
    ]
    // 273.6 + 401.28 + 200.64 kcal; 7.848 + 52.8 + 26.4 g
    expect(await standing()).toEqual([[calories, 875.52, false], [protein, 87.05, true], ...setByHand])

    // It was two cups of oatmeal, and no third shake.
    expect(await use("update_food_entry", { id: breakfast.entry.id, servings: 2 })).toEqual({
      entry: {
        ...oats,
        servings: 2,
        amount: { value: 480, unit: "g" },
        nutrition: {
          ...{ calories: 364.8, protein: 10.46, carbs: 53.62, fat: 12.62, alcohol: 0 },
          ...{ fiber: 8.16, sugars: 0.82, saturatedFat: 4.09, sodium: 388.8 }
        }
      },
      date: MONDAY,
      timezone
    })
    expect(await use("delete_food_entry", { id: mistake.entry.id })).toEqual({
      id: mistake.entry.id,
      date: MONDAY,
      timezone,
      deleted: true,
      entry: mistake.entry
    })
    // 364.8 + 401.28 kcal; 10.464 + 52.8 g
    const corrected = [[calories, 766.08, true], [protein, 63.26, false], ...setByHand]
    expect(await standing()).toEqual(corrected)

    // The end of the day: 19 writes, one of which was refused and one a repetition.
    const achieved = {
      streak: { current: 2, longest: 2 },
      badges: [
        { id: "first_weigh_in", name: "First weigh-in", earnedOn: SUNDAY },
        { id: "steps_10000", name: "10,000 steps in a day", earnedOn: MONDAY },
        { id: "first_workout", name: "First workout", earnedOn: MONDAY }
      ]
    }
    expect(await use("get_context")).toMatchObject({
      activityDay: MONDAY,
      limits: { writes: { perDay: 100, remainingToday: 81 } },
      latest: { weight: monday, bodyFat: null },
      ...achieved
    })

    // After midnight in Berlin: the streak is still open, Tuesday's goals start again, and Monday is as it was.
    await service().setTime("2026-03-16T23:30:00Z")
    expect(await use("get_context")).toMatchObject({
      activityDay: "2026-03-17",
      limits: { writes: { remainingToday: 100 } },
      ...achieved
    })
    expect(await standing()).toEqual([
      [calories, 0, false],
      [protein, 0, false],
      [steps, 0, false],
      [water, 0, false]
    ])
    expect(await standing(MONDAY)).toEqual(corrected)
  })
})
