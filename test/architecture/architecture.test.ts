import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { circleIn, reachedFrom, roomOf, rooms, sources } from "./imports.ts"

/** Features without operations, and those that build on the others. */
const WITHOUT_OPERATIONS = ["connected-apps", "foods", "saved-meals", "sign-in"]
const ABOVE_FEATURES = ["food-search", "food-import", "history", "overview"]

/** Rooms with operations. A new feature is among them by itself. */
const FEATURES = [...rooms.keys()].filter(
  (room) => sources.has(`src/${room}/definition.ts`) && !ABOVE_FEATURES.includes(room)
)

/** The rooms of the source from the lowest up. A file imports from its own room and from those on lower floors, never from above. */
const FLOORS: ReadonlyArray<ReadonlyArray<string>> = [
  ["values", "text", "network", "assets"],
  ["paging", "files"],
  ["contract", "trends"],
  ["charts"],
  ["caller"],
  ["config.ts", "workers", "mcp-clients"],
  ["database", "telemetry"],
  ["facts", "move"],
  [...FEATURES, ...WITHOUT_OPERATIONS],
  ABOVE_FEATURES,
  ["api.ts"],
  ["features.ts", "client"],
  ["call"],
  ["web"],
  ["http", "mcp", "oauth", "page"],
  ["server"],
  ["storage.ts", "app.ts", "doctor"],
  ["serve.ts", "first-start.ts"],
  ["commands"],
  ["main.ts"]
]

const floorOf = (room: string): number => FLOORS.findIndex((floor) => floor.includes(room))

const pathsWhere = (isMeant: (path: string) => boolean) => [...sources.keys()].filter(isMeant)

describe("the rooms", () => {
  test("every room has a floor, and nothing else has", () => {
    expect([...rooms.keys()].sort()).toEqual(FLOORS.flat().sort())
  })

  test("the features with operations are found", () => {
    expect(FEATURES).toEqual(expect.arrayContaining(["accounts", "body-metrics", "custom-foods", "diary"]))
    expect(FEATURES).toEqual(expect.arrayContaining(["exercises", "goals", "workouts"]))
  })

  test("imports go down, or stay on their floor", () => {
    const upward = [...sources.values()].flatMap(({ path, imports }) =>
      imports.filter((imported) => floorOf(roomOf(imported)) > floorOf(roomOf(path))).map((to) => `${path} -> ${to}`)
    )
    expect(upward).toEqual([])
  })

  test("no circle ties files or rooms together", () => {
    const files = new Map([...sources].map(([path, { imports }]) => [path, new Set(imports)]))
    expect(circleIn(files)).toBeUndefined()
    expect(circleIn(rooms)).toBeUndefined()
  })

  test("surfaces do not know each other", () => {
    expect(rooms.get("http")?.has("mcp")).toBe(false)
    expect(rooms.get("mcp")?.has("http")).toBe(false)
    expect(["http", "mcp"].filter((room) => rooms.get("page")?.has(room) || rooms.get(room)?.has("page"))).toEqual([])
  })

  test("values and text import effect only", () => {
    const packages = pathsWhere((path) => roomOf(path) === "values" || roomOf(path) === "text").flatMap(
      (path) => sources.get(path)?.packages ?? []
    )
    expect([...new Set(packages)]).toEqual(["effect"])
  })
})

describe("the contract", () => {
  /** What everybody may have: it stores nothing, opens nothing, and runs wherever JavaScript does. */
  const isPure = (path: string) => {
    const { packages, text } = sources.get(path) ?? { packages: [], text: "" }
    return (
      packages.every((name) => name === "effect" || name === "@effect/platform") &&
      !/\bBun\.|\bprocess\.|\bBuffer\b|import\.meta/.test(text) &&
      !/\/(store|operations)\.ts$|\.(sql|memory)\.ts$/.test(path)
    )
  }

  test("definitions and models reach nothing that stores, opens a file or needs a server", () => {
    const entries = pathsWhere((path) => roomOf(path) === "contract" || /\/(model|definition)\.ts$/.test(path))
    const impure = entries.flatMap((entry) =>
      [...reachedFrom(entry)].filter((path) => !isPure(path)).map((path) => `${entry} -> ${path}`)
    )
    expect(impure).toEqual([])
  })

  test("the client is made of the contract, and of Effect alone", () => {
    const reached = [...reachedFrom("src/client/client.ts")]
    expect(reached.filter((path) => !isPure(path))).toEqual([])
    const packages = new Set(reached.flatMap((path) => sources.get(path)?.packages ?? []))
    expect([...packages].sort()).toEqual(["@effect/platform", "effect"])
  })
})

describe("the code", () => {
  test("main reaches every file, but for the client", () => {
    const reached = new Set([...reachedFrom("src/main.ts"), ...reachedFrom("src/client/client.ts")])
    expect(pathsWhere((path) => !reached.has(path))).toEqual([])
  })

  test("a file has at most 300 lines", () => {
    expect(pathsWhere((path) => (sources.get(path)?.text.split("\n").length ?? 0) > 301)).toEqual([])
  })

  test("types are forced against the compiler, by `as never` or `as unknown as`, in two places: where HttpApi's builder is given a declaration, and where handlers lose their types", () => {
    const forced = pathsWhere((path) => /\bas never\b|\bas unknown as\b/.test(sources.get(path)?.text ?? ""))
    expect(forced).toEqual(["src/caller/handlers.ts", "src/contract/operation.ts"])
  })

  test("every file with HTML names what makes it, because Bun reads tsconfig.json only in the folder it is started in", () => {
    const html = pathsWhere((path) => path.endsWith(".tsx"))
    expect(html.length).toBeGreaterThan(3)
    const silent = html.filter((path) => !sources.get(path)?.text.startsWith("/** @jsxImportSource hono/jsx */\n"))
    expect(silent).toEqual([])
  })

  test("no Tag speaks SQL", () => {
    const tags = pathsWhere((path) => /Context\.Tag\(/.test(sources.get(path)?.text ?? ""))
    const speaking = tags.filter((path) => /\bStatement\b|Fragment|SqlError/.test(sources.get(path)?.text ?? ""))
    expect(speaking).toEqual([])
  })
})

describe("the way of a call", () => {
  const MOST_FILES = 19

  /** The numbered lists in docs/architecture.md: of each, the files in its order. */
  const ways = readFileSync(join(import.meta.dir, "../../docs/architecture.md"), "utf8")
    .split(/^1\. /m)
    .slice(1)
    .map((list) => [...`1. ${list}`.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path]) => `src/${path}`))

  test("is told for a write, a write with a key, and a tools/call, in at most 19 files, each once", () => {
    expect(ways.map(([, , , surface]) => surface)).toEqual([
      "src/http/operations.ts",
      "src/http/operations.ts",
      "src/mcp/endpoint.ts"
    ])
    for (const way of ways) {
      expect(way.length).toBeLessThanOrEqual(MOST_FILES)
      expect(new Set(way).size).toBe(way.length)
      expect(way.filter((path) => !sources.has(path))).toEqual([])
    }
  })

  test("follows the rooms, and never goes back up", () => {
    for (const way of ways) {
      const floors = way.map((path) => floorOf(roomOf(path)))
      expect(floors).toEqual([...floors].sort((a, b) => b - a))
    }
  })
})
