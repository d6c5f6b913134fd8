import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/**
 * Measures the house: lines by room, the modules that each kind of process loads, and what each takes to start.
 *
 *     bun scripts/figures.ts [another checkout, such as of an earlier commit]
 *
 * Times are milliseconds of processor time, the least of five, of programs run from source.
 */

const ROOT = resolve(process.argv[2] ?? join(import.meta.dir, ".."))
const RUNS = 5

const isCode = (path: string) => /\.tsx?$/.test(path)
const linesOf = (path: string) => readFileSync(join(ROOT, path), "utf8").split("\n").length - 1

/** The room of a file in `src`, such as `annexes/imports`, or the file itself. */
const roomOf = (path: string): string => {
  const [, room = "", inside = "", ...more] = path.split("/")
  return room === "annexes" && more.length > 0 ? `${room}/${inside}` : inside === "" ? "files of no room" : room
}

const lines = () => {
  const rooms = new Map<string, number>()
  let data = 0
  for (const name of readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })) {
    const path = `src/${name}`
    if (isCode(path)) rooms.set(roomOf(path), (rooms.get(roomOf(path)) ?? 0) + linesOf(path))
    else if (path.endsWith(".tsv")) data += linesOf(path)
  }
  const code = [...rooms.values()].reduce((sum, count) => sum + count, 0)
  return [
    ["lines of code in src", code],
    ...[...rooms]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([room, count]) => [`  ${room}`, count] as const),
    ["rows of tables in src", data]
  ] as const
}

const folder = mkdtempSync(join(tmpdir(), "fettle-figures-"))
const listed = join(folder, "modules.json")
const preload = join(folder, "preload.ts")
writeFileSync(
  preload,
  `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(listed)}, JSON.stringify(Object.keys(require.cache))))`
)

const PORT = 20_000 + (process.pid % 20_000)
const env = { PATH: process.env.PATH, DATA_DIR: join(folder, "data"), PORT: String(PORT), LOG_LEVEL: "error" }

const spawn = (args: ReadonlyArray<string>) =>
  Bun.spawn([process.execPath, ...args], { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] })

/** The modules of the project that the last process loaded, and those of packages. */
const modules = (): readonly [own: number, packages: number] => {
  const all: ReadonlyArray<string> = JSON.parse(readFileSync(listed, "utf8"))
  const own = all.filter((path) => path.startsWith(`${ROOT}/src/`)).length
  return [own, all.filter((path) => path.includes("/node_modules/")).length]
}

/** The processor time of a program that has ended, in milliseconds. */
const spent = (child: ReturnType<typeof spawn>) => Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000

/** Runs a program to its end. */
const run = async (args: ReadonlyArray<string>) => {
  const child = spawn(args)
  const code = await child.exited
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}`)
  return spent(child)
}

const isHealthy = () =>
  fetch(`http://127.0.0.1:${PORT}/health`).then(
    ({ ok }) => ok,
    () => false
  )

/** Starts a server, and ends it once it answers. */
const serve = async (args: ReadonlyArray<string>) => {
  const server = spawn(args)
  while (!(await isHealthy())) await Bun.sleep(2)
  server.kill("SIGTERM")
  await server.exited
  return spent(server)
}

const [, reader = ""] = /import\("\.\/(\S+reader\.ts)"\)/.exec(readFileSync(join(ROOT, "src/main.ts"), "utf8")) ?? []
const program = join(folder, "reader.ts")
writeFileSync(program, `await import(${JSON.stringify(join(ROOT, "src", reader))})\nprocess.exit(0)\n`)

const PROCESSES = [
  ["`fettle serve` until it answers", serve, ["src/main.ts", "serve"]],
  ["`fettle user list`", run, ["src/main.ts", "user", "list"]],
  ["`fettle --version`", run, ["src/main.ts", "--version"]],
  ["the process that reads a file", run, [program]]
] as const

const rows: Array<readonly [string, number | string]> = [...lines()]
for (const [name, measure, args] of PROCESSES) {
  // The first run also makes the database.
  await measure(["--preload", preload, ...args])
  const [own, packages] = modules()
  const times: Array<number> = []
  for (let run = 0; run < RUNS; run++) times.push(await measure(args))
  rows.push(
    [`${name}: modules of src, of packages`, `${own}, ${packages}`],
    [`  milliseconds`, Math.round(Math.min(...times))]
  )
}
rmSync(folder, { recursive: true })
for (const [name, value] of rows) console.log(`| ${name} | ${value.toLocaleString("en-US")} |`)
