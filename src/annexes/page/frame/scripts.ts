import { assetPath, assetText, isExecutable } from "../../../platform/assets/assets.ts"
import { hashOf } from "../../../surfaces/web/unchanging.ts"

/** A script that browsers cache. Its path changes with its content. */
interface ScriptFile {
  readonly path: string
  readonly source: string
}

/** Where `bun run build` puts the scripts built into an executable. */
export const BUILT_SCRIPTS = "dist/islands"

/** The scripts bundled for browsers: the one on every page, the service worker, and the reader of barcodes. */
export const SCRIPTS = ["main", "worker", "reader"] as const

type ScriptName = (typeof SCRIPTS)[number]

/** Bundles a file of `islands/` for browsers. */
export const bundleScript = async (name: ScriptName): Promise<string> => {
  const { outputs } = await Bun.build({
    entrypoints: [assetPath(`src/annexes/page/islands/${name}.ts`)],
    target: "browser",
    format: "esm",
    minify: true
  })
  return (await outputs[0]?.text()) ?? ""
}

const sourceOf = async (name: ScriptName): Promise<string> =>
  isExecutable ? assetText(`${BUILT_SCRIPTS}/${name}.js`) : bundleScript(name)

let islands: Promise<ScriptFile> | undefined

/** The script on every page for signed-in people. Bundled once per process. */
export const islandsScript = (): Promise<ScriptFile> => {
  islands ??= sourceOf("main").then((source) => ({ path: `/app/assets/${hashOf(source)}.js`, source }))
  return islands
}

let reader: Promise<ScriptFile> | undefined

/** The reader of barcodes, which a page loads when somebody scans one. Bundled once per process. */
export const readerScript = (): Promise<ScriptFile> => {
  reader ??= sourceOf("reader").then((source) => ({ path: `/app/assets/${hashOf(source)}.js`, source }))
  return reader
}

let worker: Promise<string> | undefined

/** The service worker. Bundled once per process. */
export const workerScript = (): Promise<string> => {
  worker ??= sourceOf("worker")
  return worker
}
