import { beforeAll, expect, test } from "bun:test"
import type { ShownFood } from "../../../src/features/foods/model.ts"
import { newPerson, output, overEveryStore, type Person } from "../../support/app.ts"
import { putCustomFood } from "../../support/own-foods.ts"

interface Found {
  readonly foods: ReadonlyArray<ShownFood>
  readonly searchedFor?: string
}

/** Words with two errors, and the food word that each means. */
const MISSPELT = `
  chocalete chocolate, strwbrry strawberry, blubarry blueberry, asparugas asparagus, cucembar cucumber, hambrugr hamburger,
  avacodos avocados, brocculy broccoli, spageeti spaghetti, spahgeti spaghetti, mushrome mushroom, mushrums mushroom,
  rasbarry raspberry, raspbary raspberry, blackbury blackberry, cauliflour cauliflower, artichock artichoke,
  tangereen tangerine, pommegrante pomegranate, margerene margarine, craneberies cranberries, grapfriut grapefruit,
  wattermelin watermelon, sandwhcih sandwich, sanwhich sandwich, pumpernikle pumpernickel, butermelk buttermilk,
  rosemerry rosemary, horsradesh horseradish, worcestshire worcestershire, macoronie macaroni, zuccinie zucchini,
  chikpease chickpeas, cantelope cantaloupe, cappachino cappuccino, sardeens sardine, croosant croissant,
  gingarbrad gingerbread, tortaleni tortellini, mayonese mayonnaise`

/** Correct words that no food has, and that resemble no food word. */
const UNKNOWN = `
  xylophone telescope bluetooth keyboard umbrella helicopter television hospital notebook microscope
  trampoline saxophone wordpress netflixing skateboard lufthansa haribocom ritterbecker leibniztorte huelwindell barebells
  myprotein fulfilbar smoothwand`

overEveryStore("words with two errors", (service) => {
  let person: Person
  beforeAll(async () => {
    person = await service().person()
    await putCustomFood(service(), person, "cfd_1", "Grobblesnatch")
  })
  const search = (query: string, input: Record<string, unknown> = {}) =>
    output<Found>(person.rest("search_foods", { query, ...input }))

  test("are read as the food words that they mean, and the answer says so", async () => {
    const wrong: Array<string> = []
    for (const pair of MISSPELT.split(",")) {
      const [query = "", word = ""] = pair.trim().split(" ")
      const { foods, searchedFor } = await search(query, { limit: 1 })
      if (foods.length === 0 || !searchedFor?.startsWith(word)) wrong.push(`${query}: ${searchedFor}`)
    }
    expect(wrong).toEqual([])
  })

  test("are corrected beside other words", async () => {
    const { foods, searchedFor } = await search("dark chocalete")
    expect(foods[0]?.name).toMatch(/chocolate/i)
    expect(searchedFor).toBe("dark chocolate")
  })

  test("find the user's own foods", async () => {
    for (const input of [{}, { kind: "custom_food" }]) {
      const { foods, searchedFor } = await search("grobblsntch", input)
      expect(foods.map(({ id }) => id)).toEqual(["cfd_1"])
      expect(searchedFor).toBe("grobblesnatch")
    }
  })

  test("have eight letters or more, or the right sound, and a correct first letter; three errors are too many", async () => {
    for (const query of ["avicydo", "shocalete", "chucaleti", "бкрщчевный"]) {
      expect((await search(query)).foods).toEqual([])
    }
    expect((await search("hcocolete")).searchedFor).toBe("chocolate")
    expect((await search("avacodo")).searchedFor).toBe("avocado")
  })

  test("are not correct words that resemble no food word", async () => {
    for (const query of UNKNOWN.trim().split(/\s+/)) {
      const { foods, searchedFor } = await search(query)
      expect([query, ...foods.map(({ name }) => name)]).toEqual([query])
      expect(searchedFor).toMatch(/^Nothing found/)
    }
  })

  test("the nearer word wins: a farther one brings neither catalogue foods nor the user's own", async () => {
    const other = await newPerson(service())
    await putCustomFood(service(), other, "cfd_2", "Chocolinte")
    await putCustomFood(service(), other, "cfd_3", "Asparugis")
    const find = (query: string) => output<Found>(other.rest("search_foods", { query }))
    expect((await find("chocolete")).foods.map(({ id }) => id)).not.toContain("cfd_2")
    expect((await find("asparugas")).foods.map(({ id }) => id)).toEqual(["cfd_3"])
  })
})
