import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { functions, measuredIn } from "./functions.ts"
import { cycleIn, reachedFrom, roomOf, rooms, sources } from "./imports.ts"

/** The feature that builds on others. */
const FOOD_SEARCH = "features/food-search"

const FEATURES = [...rooms.keys()].filter((room) => room.startsWith("features/") && room !== FOOD_SEARCH)

/** The rooms of the core, from the lowest floor up. */
const CORE: ReadonlyArray<ReadonlyArray<string>> = [
  ["values", "values/text", "platform/network", "platform/assets"],
  ["values/paging", "platform/files"],
  ["contract", "values/trends"],
  ["values/charts"],
  ["config.ts", "platform/workers"],
  ["platform/database", "platform/telemetry"],
  ["facts"],
  FEATURES,
  [FOOD_SEARCH],
  ["api.ts"],
  ["features.ts", "client"],
  ["call"],
  ["surfaces/web"],
  ["surfaces/http", "surfaces/mcp"],
  ["surfaces/server"]
]

/** The rooms of the annexes, which hang on the core. */
const ANNEXES: ReadonlyArray<ReadonlyArray<string>> = [
  ["annexes/identity/connected-apps", "annexes/identity/sign-in", "annexes/catalogue/food-import", "annexes/cli/move"],
  ["annexes/identity/openid"],
  ["annexes/page/features/eating", "annexes/page/features/goal-keeping", "annexes/page/features/routines"],
  ["annexes/page/features/lately"],
  ["annexes/imports"],
  ["annexes/page/features/overview", "annexes/page/features/removals"],
  ["annexes/webhooks"],
  ["annexes/page"],
  ["annexes/identity/oauth"],
  ["annexes/identity", "annexes/catalogue"]
]

/** The rooms of the source, from the lowest floor up. A file imports only from its own floor and lower ones. */
const FLOORS: ReadonlyArray<ReadonlyArray<string>> = [
  ...CORE,
  ...ANNEXES,
  ["annexes.ts"],
  ["storage.ts", "app.ts"],
  ["annexes/cli/doctor"],
  ["annexes/cli/serve"],
  ["annexes/cli"],
  ["main.ts"]
]

const floorOf = (room: string): number => FLOORS.findIndex((floor) => floor.includes(room))

const pathsWhere = (matches: (path: string) => boolean) => [...sources.keys()].filter(matches)

describe("the rooms", () => {
  test("every room has a floor, and every floor lists only rooms", () => {
    expect([...rooms.keys()].sort()).toEqual(FLOORS.flat().sort())
  })

  test("lists every feature", () => {
    expect(FEATURES).toEqual(expect.arrayContaining(["features/accounts", "features/diary", "features/goals"]))
  })

  test("src has at most 17 entries", () => {
    expect(readdirSync(join(import.meta.dir, "../../src")).length).toBeLessThanOrEqual(17)
  })

  test("imports stay on their floor or go down", () => {
    const upward = [...sources.values()].flatMap(({ path, imports }) =>
      imports.filter((imported) => floorOf(roomOf(imported)) > floorOf(roomOf(path))).map((to) => `${path} -> ${to}`)
    )
    expect(upward).toEqual([])
  })

  test("only main.ts and annexes.ts import annexes, and the command line", () => {
    const core = pathsWhere((path) => !/^src\/(?:annexes\/|annexes\.ts|main\.ts)/.test(path))
    const arrows = core.flatMap((path) =>
      (sources.get(path)?.imports ?? []).filter((to) => to.startsWith("src/annexes/")).map((to) => `${path} -> ${to}`)
    )
    expect(arrows).toEqual([])
    expect(sources.get("src/annexes.ts")?.imports.filter((to) => to.startsWith("src/annexes/"))).toEqual(
      ["catalogue", "identity", "imports", "page", "webhooks"].map((name) => `src/annexes/${name}/index.ts`)
    )
  })

  test("a folder has at most 40 files side by side", () => {
    const folders = Map.groupBy(sources.keys(), (path) => dirname(path))
    expect([...folders].flatMap(([folder, paths]) => (paths.length > 40 ? [folder] : []))).toEqual([])
  })

  test("no import cycle connects files or rooms", () => {
    const files = new Map([...sources].map(([path, { imports }]) => [path, new Set(imports)]))
    expect(cycleIn(files)).toBeUndefined()
    expect(cycleIn(rooms)).toBeUndefined()
  })

  test("surfaces do not import each other", () => {
    expect(rooms.get("surfaces/http")?.has("surfaces/mcp")).toBe(false)
    expect(rooms.get("surfaces/mcp")?.has("surfaces/http")).toBe(false)
    expect(
      ["surfaces/http", "surfaces/mcp"].filter(
        (room) => rooms.get("annexes/page")?.has(room) || rooms.get(room)?.has("annexes/page")
      )
    ).toEqual([])
  })

  test("values and text import only effect", () => {
    const packages = pathsWhere((path) => roomOf(path) === "values" || roomOf(path) === "values/text").flatMap(
      (path) => sources.get(path)?.packages ?? []
    )
    expect([...new Set(packages)]).toEqual(["effect"])
  })
})

describe("the contract", () => {
  /** The code that anybody may use: it stores nothing, opens nothing, and runs wherever JavaScript does. */
  const isPure = (path: string) => {
    const { packages, text } = sources.get(path) ?? { packages: [], text: "" }
    return (
      packages.every((name) => /^effect(\/Effect)?$/.test(name) || name === "@effect/platform") &&
      !/\bBun\.|\bprocess\.|\bBuffer\b|import\.meta/.test(text) &&
      !/\/(store|operations)\.ts$|\.(sql|memory)\.ts$/.test(path)
    )
  }

  test("definitions and models import nothing that stores data, opens files or needs a server", () => {
    const entries = pathsWhere((path) => /^src\/contract\/[^/]+$/.test(path) || /\/(model|definition)\.ts$/.test(path))
    const impure = entries.flatMap((entry) =>
      [...reachedFrom(entry)].filter((path) => !isPure(path)).map((path) => `${entry} -> ${path}`)
    )
    expect(impure).toEqual([])
  })

  test("the client imports only the contract and Effect", () => {
    const reached = [...reachedFrom("src/client/effect.ts")]
    expect(reached.filter((path) => !isPure(path))).toEqual([])
    const packages = new Set(reached.flatMap((path) => sources.get(path)?.packages ?? []))
    expect([...packages].sort()).toEqual(["@effect/platform", "effect", "effect/Effect"])
  })
})

describe("the code", () => {
  test("main reaches every file except the client and the code bundled for browsers", () => {
    const entries = [
      "src/main.ts",
      "src/client/effect.ts",
      "src/annexes/page/islands/main.ts",
      "src/annexes/page/islands/reader.ts",
      "src/annexes/page/islands/worker.ts"
    ]
    const reached = new Set(entries.flatMap((entry) => [...reachedFrom(entry)]))
    expect(pathsWhere((path) => !reached.has(path))).toEqual([])
  })

  test("a file has at most 300 lines", () => {
    expect(pathsWhere((path) => (sources.get(path)?.text.split("\n").length ?? 0) > 301)).toEqual([])
  })

  test("a function has at most 80 lines", () => {
    const long = functions.filter(({ lines }) => lines > 80)
    expect(long.map(({ at, name, lines }) => `${at} ${name}: ${lines}`)).toEqual([])
  })

  test("functions of every kind are measured from their first line to their last", () => {
    const text = [
      "export const one = async () =>\n  2",
      "function* two() {\n  yield 1\n\n}",
      "class Three {\n  get three() {\n    return 3\n  }\n}",
      "const four = { five: Effect.gen(function* () {\n}) }"
    ].join("\n")
    expect(measuredIn("src/a.ts", text)).toEqual([
      { name: "one", at: "src/a.ts:1", lines: 2 },
      { name: "two", at: "src/a.ts:3", lines: 4 },
      { name: "three", at: "src/a.ts:8", lines: 3 },
      { name: "five", at: "src/a.ts:12", lines: 2 }
    ])
  })

  test("only two files override the compiler with `as never` or `as unknown as`: where HttpApi's builder receives a declaration, and where handlers lose their types", () => {
    const forced = pathsWhere((path) => /\bas never\b|\bas unknown as\b/.test(sources.get(path)?.text ?? ""))
    expect(forced.sort()).toEqual(["src/contract/handler/handlers.ts", "src/contract/operation.ts"])
  })

  test("no code uses a Proxy", () => {
    expect(pathsWhere((path) => /\bnew Proxy\b|\bProxy\.revocable\b/.test(sources.get(path)?.text ?? ""))).toEqual([])
  })

  test("every file with HTML names its JSX runtime, because Bun reads tsconfig.json only in the folder where it starts", () => {
    const html = pathsWhere((path) => path.endsWith(".tsx"))
    expect(html.length).toBeGreaterThan(3)
    const silent = html.filter((path) => !sources.get(path)?.text.startsWith("/** @jsxImportSource hono/jsx */\n"))
    expect(silent).toEqual([])
  })

  test("docs/annexes/page.md lists the pages that query a store, with the stores", () => {
    const text = readFileSync(join(import.meta.dir, "../../docs/annexes/page.md"), "utf8")
    const [, list = ""] = /ask a\nstore themselves[^\n]*\n\n((?:(?:- | {2}).*\n)+)/.exec(text) ?? []
    const page = "src/annexes/page/"
    const asking = pathsWhere((path) => path.startsWith(page) && !path.startsWith(`${page}features/`)).flatMap(
      (path) => {
        const stores = Array.from(
          (sources.get(path)?.text ?? "").matchAll(/^import \{([^}]*)\} from "[^"]*\/[\w-]*store\.ts"/gm),
          ([, names = ""]) => names.split(",").map((name) => name.trim())
        ).flat()
        const services = stores.filter((name) => /^[A-Z][a-z]/.test(name))
        return services.length === 0 ? [] : [path.slice(page.length), ...services]
      }
    )
    const named = Array.from(list.matchAll(/`([^`]+)`/g), ([, name = ""]) => name)
    const names = named.filter((name) => /\.tsx?$|^[A-Z][a-z]/.test(name))
    expect([...new Set(names)].sort()).toEqual([...new Set(asking)].sort())
  })

  test("no Tag mentions SQL", () => {
    const tags = pathsWhere((path) => /Context\.Tag\(/.test(sources.get(path)?.text ?? ""))
    const mentioning = tags.filter((path) => /\bStatement\b|Fragment|SqlError/.test(sources.get(path)?.text ?? ""))
    expect(mentioning).toEqual([])
  })
})

describe("the path of a call", () => {
  const MOST_FILES = 19

  /** The files of each numbered list in docs/architecture.md, in order. */
  const paths = readFileSync(join(import.meta.dir, "../../docs/architecture.md"), "utf8")
    .split(/^1\. /m)
    .slice(1)
    .map((list) => [...`1. ${list}`.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => `src/${path}`))

  test("is listed for a write, a write with a key, and a tools/call, in at most 19 files, each once", () => {
    expect(paths.map(([, , , surface]) => surface)).toEqual([
      "src/surfaces/http/operations.ts",
      "src/surfaces/http/operations.ts",
      "src/surfaces/mcp/endpoint.ts"
    ])
    for (const way of paths) {
      expect(way.length).toBeLessThanOrEqual(MOST_FILES)
      expect(new Set(way).size).toBe(way.length)
      expect(way.filter((path) => !sources.has(path))).toEqual([])
    }
  })

  test("goes down the floors and never back up", () => {
    for (const way of paths) {
      const floors = way.map((path) => floorOf(roomOf(path)))
      expect(floors).toEqual([...floors].sort((a, b) => b - a))
    }
  })
})
