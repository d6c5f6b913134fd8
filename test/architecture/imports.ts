import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"

const ROOT = join(import.meta.dir, "../..")

/** A file of the source, and what it imports. */
export interface SourceFile {
  /** Relative to the root of the repository, such as `src/features/diary/model.ts`. */
  readonly path: string
  readonly text: string
  /** Files of the source that it imports. */
  readonly imports: ReadonlyArray<string>
  /** Packages and built-in modules that it imports. */
  readonly packages: ReadonlyArray<string>
}

const SPECIFIER = /^(?:import|export)\s(?:[^"';]*?\sfrom\s)?"([^"]+)"|\bimport\("([^"]+)"\)/gm

/** What a file imports, as it is written there. */
export const specifiersIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(SPECIFIER), ([, of, dynamic]) => of ?? dynamic ?? "")

const read = (path: string): SourceFile => {
  const text = readFileSync(join(ROOT, path), "utf8")
  const specifiers = specifiersIn(text)
  const isOwn = (specifier: string) => specifier.startsWith(".")
  return {
    path,
    text,
    imports: specifiers
      .filter(isOwn)
      .map((specifier) => relative(ROOT, join(ROOT, dirname(path), specifier)))
      .filter((path) => path.startsWith("src/") && /(?<!\.d)\.tsx?$/.test(path)),
    packages: specifiers.filter((specifier) => !isOwn(specifier))
  }
}

/** Every TypeScript file of the source, by its path. */
export const sources: ReadonlyMap<string, SourceFile> = new Map(
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .map((path) => [join("src", path), read(join("src", path))])
)

/** Folders of `src` whose subfolders are separate rooms. A file directly in one belongs to the outer folder. */
const FLOORS_OF_ROOMS = ["annexes", "surfaces", "features", "platform", "values"]

/** Rooms within annexes. Files elsewhere in an annex belong to the annex itself. */
const ROOMS_OF_ANNEXES = [
  "annexes/catalogue/food-import",
  "annexes/cli/doctor",
  "annexes/cli/move",
  "annexes/cli/serve",
  "annexes/identity/connected-apps",
  "annexes/identity/oauth",
  "annexes/identity/openid",
  "annexes/identity/sign-in",
  "annexes/page/features/eating",
  "annexes/page/features/goal-keeping",
  "annexes/page/features/overview",
  "annexes/page/features/removals",
  "annexes/page/features/routines",
  "annexes/page/features/lately"
]

/** The room of a file: its folder in `src`, or the file itself if it is directly in `src`. */
export const roomOf = (path: string): string => {
  const [, outer = "", inner = "", ...rest] = path.split("/")
  const ofAnnex = ROOMS_OF_ANNEXES.find((room) => path.startsWith(`src/${room}/`))
  return ofAnnex ?? (rest.length > 0 && FLOORS_OF_ROOMS.includes(outer) ? `${outer}/${inner}` : outer)
}

/** Everything that a file imports, directly or not, itself included. */
export const reachedFrom = (start: string): ReadonlySet<string> => {
  const reached = new Set<string>()
  const visit = (path: string) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const next of sources.get(path)?.imports ?? []) visit(next)
  }
  visit(start)
  return reached
}

/** A cycle in a graph, as the nodes along it; undefined if there is none. */
export const cycleIn = (graph: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyArray<string> | undefined => {
  const done = new Set<string>()
  const along = (node: string, path: ReadonlyArray<string>): ReadonlyArray<string> | undefined => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node]
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const cycle = along(next, [...path, node])
      if (cycle !== undefined) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = along(node, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** The rooms that each room imports. */
export const rooms: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of sources.values()) {
    const room = roomOf(path)
    const others = graph.get(room) ?? new Set<string>()
    for (const imported of imports) if (roomOf(imported) !== room) others.add(roomOf(imported))
    graph.set(room, others)
  }
  return graph
})()
