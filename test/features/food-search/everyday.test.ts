import { beforeAll, expect, test } from "bun:test"
import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { output, overEveryStore, type Person } from "../../support/app.ts"
import { ACCOMPANIED_QUESTIONS } from "./accompanied-questions.ts"
import { EIGHTH_FOOD_QUESTIONS } from "./eighth-questions.ts"
import { ELEVENTH_FOOD_QUESTIONS } from "./eleventh-questions.ts"
import { FOOD_QUESTIONS, FOURTH_FOOD_QUESTIONS, FRESH_FOOD_QUESTIONS } from "./everyday-questions.ts"
import { FIFTEENTH_FOOD_QUESTIONS } from "./fifteenth-questions.ts"
import { FIFTH_FOOD_QUESTIONS } from "./fifth-questions.ts"
import { FOURTEENTH_FOOD_QUESTIONS } from "./fourteenth-questions.ts"
import { NINTH_FOOD_QUESTIONS } from "./ninth-questions.ts"
import { EVERYDAY_QUERIES } from "./queries.ts"
import { SEVENTH_FOOD_QUESTIONS } from "./seventh-questions.ts"
import { SIXTEENTH_FOOD_QUESTIONS } from "./sixteenth-questions.ts"
import { SIXTH_FOOD_QUESTIONS } from "./sixth-questions.ts"
import { TENTH_FOOD_QUESTIONS } from "./tenth-questions.ts"
import { TWELFTH_FOOD_QUESTIONS } from "./twelfth-questions.ts"

const FIRST = 5
const SHARE = 0.95

interface Found {
  readonly foods: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly brandName?: string
    readonly description?: string
  }>
}

/** The foods that are shown in place of the expected ones. */
const shownFor = new Map(shippedFoods().flatMap(({ id, sameAs }) => (sameAs == null ? [] : [[id, sameAs] as const])))

overEveryStore("everyday queries", (service, stores) => {
  let person: Person
  beforeAll(async () => {
    person = await service().person()
  })

  test("find what a person means among the first five", async () => {
    const missed: Array<string> = []
    for (const { query, expect } of EVERYDAY_QUERIES) {
      const { foods } = await output<Found>(person.rest("search_foods", { query, limit: FIRST }))
      const right = expect.flatMap((id) => [id, shownFor.get(id) ?? id])
      if (!foods.some(({ id }) => right.includes(id))) missed.push(query)
    }
    const found = EVERYDAY_QUERIES.length - missed.length
    console.log(`${found} of ${EVERYDAY_QUERIES.length} everyday queries answered within the first ${FIRST}`)
    expect({ missed, enough: found >= SHARE * EVERYDAY_QUERIES.length }).toEqual({ missed, enough: true })
  })

  // stores-agree.test.ts checks that the other stores answer all sets as memory does.
  if (stores !== "memory") return

  test("a food asked for with what it comes with is that food, not a dish of both", async () => {
    const missed: Array<string> = []
    for (const [query, names] of ACCOMPANIED_QUESTIONS) {
      const { foods } = await output<Found>(person.rest("search_foods", { query, limit: FIRST }))
      if (
        foods.length === 0 ||
        !foods.every(({ name, description = "" }) => names.test(name) || names.test(description))
      )
        missed.push(query)
    }
    const found = ACCOMPANIED_QUESTIONS.length - missed.length
    expect({ missed, enough: found >= SHARE * ACCOMPANIED_QUESTIONS.length }).toEqual({ missed, enough: true })
  })

  test.each([
    ["the questions it was tuned by", FOOD_QUESTIONS],
    ["questions it was not tuned by", FRESH_FOOD_QUESTIONS],
    ["a fourth set of questions", FOURTH_FOOD_QUESTIONS],
    ["a fifth set of questions", FIFTH_FOOD_QUESTIONS],
    ["a sixth set of questions", SIXTH_FOOD_QUESTIONS],
    ["a seventh set of questions", SEVENTH_FOOD_QUESTIONS],
    ["an eighth set of questions", EIGHTH_FOOD_QUESTIONS],
    ["a ninth set of questions", NINTH_FOOD_QUESTIONS],
    ["a tenth set of questions", TENTH_FOOD_QUESTIONS],
    ["dishes, drinks and products", ELEVENTH_FOOD_QUESTIONS],
    ["words of eight other languages", TWELFTH_FOOD_QUESTIONS],
    ["phrases of several foods", FOURTEENTH_FOOD_QUESTIONS],
    ["dishes, drinks and products as people type them", FIFTEENTH_FOOD_QUESTIONS],
    ["meals of a week, snacks and drinks", SIXTEENTH_FOOD_QUESTIONS]
  ])("answers %s: 85 %% first, 95 %% among the first five, none with nothing", async (_, questions) => {
    const places: Array<number> = []
    const empty: Array<string> = []
    for (const [index, { query, accepts }] of questions.entries()) {
      // Another person, before the read limit is used up.
      if (index % 80 === 0) person = await service().person()
      const { foods } = await output<Found>(person.rest("search_foods", { query, limit: FIRST }))
      if (foods.length === 0) empty.push(query)
      places.push(foods.findIndex(accepts))
    }
    expect(empty).toEqual([])
    expect(places.filter((place) => place === 0).length / questions.length).toBeGreaterThanOrEqual(0.85)
    expect(places.filter((place) => place >= 0).length / questions.length).toBeGreaterThanOrEqual(0.95)
  })
})
