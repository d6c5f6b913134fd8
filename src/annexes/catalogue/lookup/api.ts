import packageJson from "../../../../package.json" with { type: "json" }
import type { CatalogueFood } from "../../../features/foods/catalogue-food.ts"
import { boundedJson, inTime } from "../../../platform/network/bounded.ts"
import { type Barcode, barcodeOf, printedBarcode } from "../../../values/barcode.ts"
import { judgeProduct } from "../food-import/off-jsonl.ts"
import { field, parseObject, textField } from "../food-import/record.ts"

/** Open Food Facts asks each app to name itself. */
const USER_AGENT = `Fettle/${packageJson.version} (self-hosted diary of food)`

/** What {@link judgeProduct} reads. */
const FIELDS = [
  "code",
  "product_name",
  "generic_name",
  "brands",
  "product_type",
  "obsolete",
  "nutrition",
  "nutrition_data_per",
  "nutriments",
  "serving_quantity",
  "serving_quantity_unit",
  "serving_size"
].join(",")

const ANSWER_MILLIS = 3000

/** The fields of a product take a few kilobytes. */
const MOST_BYTES = 256 * 1024

/** What the server answers: the food, or that it does not know the barcode, or has no usable nutrition for it. */
export type ApiAnswer = CatalogueFood | "unknown" | "incomplete" | "failed"

/** The food in an answer of the API. It must be of the barcode that was asked for. */
export const readAnswer = (barcode: Barcode, text: string): ApiAnswer => {
  const answer = parseObject(text)
  const product = field(answer, "product")
  const status = field(answer, "status")
  if (status === 0 && (product === undefined || product === null)) return "unknown"
  if (status !== 1 || typeof product !== "object" || product === null) return "failed"
  const code = textField(product, "code") || textField(answer, "code")
  if (barcodeOf(code) !== barcode) return "failed"
  const outcome = judgeProduct({ ...product, code: printedBarcode(barcode) })
  return outcome._tag === "Kept" ? outcome.food : "incomplete"
}

/**
 * Asks a server with the API of Open Food Facts for a barcode, within 3 seconds. It learns nothing else. Redirects are
 * not followed, and an answer of more than 256 KiB is not read.
 */
export const askApi = async (server: URL, barcode: Barcode): Promise<ApiAnswer> => {
  const url = `${server.origin}/api/v2/product/${printedBarcode(barcode)}.json?fields=${FIELDS}`
  const answer = await inTime(ANSWER_MILLIS, async (signal) => {
    const headers = { accept: "application/json", "user-agent": USER_AGENT }
    const response = await fetch(url, { redirect: "manual", signal, headers })
    // An unknown barcode is answered with 404 by newer servers.
    const text = await boundedJson(response, MOST_BYTES, [200, 404])
    return text === undefined ? undefined : readAnswer(barcode, text)
  })
  return answer ?? "failed"
}
