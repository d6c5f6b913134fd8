/** A server with the API of Open Food Facts, as documented, and what it was asked. */
export interface OpenFoodFacts {
  readonly url: URL
  /** The paths with their queries, in order. */
  readonly asked: ReadonlyArray<string>
  /** The headers of the latest request. */
  readonly headers: () => Headers | undefined
  /** What it answers for a barcode as printed; without one, that it does not know it. */
  readonly answer: (code: string, answer: (request: Request) => Response | Promise<Response>) => void
  readonly forget: () => void
  readonly stop: () => Promise<void>
}

const unknownProduct = (code: string) =>
  Response.json({ code, status: 0, status_verbose: "product not found" }, { status: 404 })

/** The documented answer for a product that is known. */
export const productAnswer = (code: string, product: object) =>
  Response.json({ code, product: { code, ...product }, status: 1, status_verbose: "product found" })

/** The fields of a product with all values per 100 g. */
export const spread = (changed: object = {}, nutriments: object = {}) => ({
  product_name: "Hazelnut spread",
  brands: "Ferrero, Nutella",
  product_type: "food",
  nutrition_data_per: "100g",
  serving_size: "15 g",
  serving_quantity: 15,
  serving_quantity_unit: "g",
  ...changed,
  nutriments: {
    "energy-kcal_100g": 539,
    "energy-kj_100g": 2252,
    proteins_100g: 6.3,
    carbohydrates_100g: 57.5,
    fat_100g: 30.9,
    "saturated-fat_100g": 10.6,
    sugars_100g: 56.3,
    salt_100g: 0.107,
    sodium_100g: 0.0428,
    ...nutriments
  }
})

export const openFoodFacts = (): OpenFoodFacts => {
  const asked: Array<string> = []
  const answers = new Map<string, (request: Request) => Response | Promise<Response>>()
  let headers: Headers | undefined
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => {
      const url = new URL(request.url)
      asked.push(url.pathname + url.search)
      headers = request.headers
      const [, code = ""] = /^\/api\/v2\/product\/(\d+)\.json$/.exec(url.pathname) ?? []
      return answers.get(code)?.(request) ?? unknownProduct(code)
    }
  })
  return {
    url: new URL(`http://127.0.0.1:${server.port}`),
    asked,
    headers: () => headers,
    answer: (code, answer) => void answers.set(code, answer),
    forget: () => {
      asked.length = 0
      headers = undefined
    },
    stop: () => server.stop(true)
  }
}
