import { readFileSync } from "node:fs"
import { Effect, Option } from "effect"
import { AppConfig } from "../../../config.ts"
import { assetPath } from "../../../platform/assets/assets.ts"
import { open, type Route } from "../../../surfaces/web/router.ts"
import { hashOf, unchanging } from "../../../surfaces/web/unchanging.ts"
import { once } from "../../../values/once.ts"
import { readerScript } from "../frame/scripts.ts"

/** ZXing in WebAssembly, for browsers without a reader of their own. */
const wasm = () => readFileSync(assetPath("node_modules/zxing-wasm/dist/reader/zxing_reader.wasm"))
const wasmPath = once(() => `/app/assets/${hashOf(wasm())}.wasm`)

/** What a page needs to scan barcodes. */
export interface Scanning {
  /** The paths of the reader and its WebAssembly, which are loaded when somebody scans. */
  readonly reader: string
  readonly wasm: string
  /** The host that is asked for unknown barcodes, if the operator allows it. */
  readonly asks: string | undefined
}

export const scanning = Effect.gen(function* () {
  const { foodLookup } = yield* AppConfig
  const { path } = yield* Effect.promise(readerScript)
  const asks = Option.getOrUndefined(Option.map(foodLookup, ({ host }) => host))
  return { reader: path, wasm: wasmPath(), asks } satisfies Scanning
})

const IMMUTABLE = { "cache-control": "public, max-age=31536000, immutable" }

/** The reader's WebAssembly, which few processes are ever asked for. */
export const wasmRoute = (): Route => {
  const respond = once(() => unchanging({ body: wasm(), contentType: "application/wasm", headers: IMMUTABLE }))
  return open(wasmPath(), (request) => respond()(request))
}
