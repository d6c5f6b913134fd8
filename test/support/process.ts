import { closeSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { program } from "../../src/platform/assets/assets.ts"

const ROOT = join(import.meta.dir, "../..")

/** The environment of our processes, without the tester's own settings. */
const environment = (settings: Readonly<Record<string, string>>) => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "",
  TZ: "UTC",
  ...settings
})

export type SettingsOfProcess = Readonly<Record<string, string>>

/**
 * The same for a command that ends within a second, a third of which it would spend on compiling code for a speed that
 * it never reaches: code has to run twenty times as often before it is compiled so.
 */
export const briefly = (settings: SettingsOfProcess) => ({
  BUN_JSC_thresholdForOptimizeAfterWarmUp: "20000",
  ...environment(settings)
})

/** Below those that systems choose for connections, each of which could take a port before it is used. */
const [FIRST_PORT, PORTS] = [20_000, 12_000]

/** A port that was free a moment ago. */
export const freePort = async (): Promise<string> => {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
  try {
    await Bun.serve({ port, hostname: "127.0.0.1", fetch: () => new Response() }).stop(true)
    return String(port)
  } catch {
    return freePort()
  }
}

/** Runs a command to its end, in a folder, with this environment and no other. */
export const runToEnd = async (
  command: ReadonlyArray<string>,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> }
) => {
  const child = Bun.spawn([...command], { cwd, env, stdout: "pipe", stderr: "pipe" })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { stdout, stderr, exitCode }
}

/** The file that `bun start` runs. */
const bundled = () =>
  Bun.spawnSync([process.execPath, join(ROOT, "scripts/bundle.js")])
    .stdout.toString()
    .trim()

/** How the program under test names itself in its output. */
export const typedProgram = process.env.TEST_EXECUTABLE === undefined ? program : "fettle"

/**
 * The program under test: the executable that `bun run test` has built from these sources, or else what `bun start`
 * runs.
 */
export const FETTLE: ReadonlyArray<string> =
  process.env.TEST_EXECUTABLE === undefined ? [process.execPath, bundled()] : [process.env.TEST_EXECUTABLE]

/** Runs `fettle` to its end through another command, whose words come before it. */
export const fettleWithin = async (
  within: ReadonlyArray<string>,
  settings: SettingsOfProcess,
  ...args: ReadonlyArray<string>
) => {
  const env = briefly(settings)
  const { stderr, ...rest } = await runToEnd([...within, ...FETTLE, ...args], { cwd: ROOT, env })
  return { ...rest, stderr: stderr.trim() }
}

/** Runs `fettle` with arguments to its end. */
export const fettle = (settings: SettingsOfProcess, ...args: ReadonlyArray<string>) =>
  fettleWithin([], settings, ...args)

/** Runs `fettle` on a terminal, and types `answer` once it asks something. `screen` is the text shown. */
export const onTerminal = async (settings: SettingsOfProcess, args: ReadonlyArray<string>, answer: string) => {
  let screen = ""
  const child = Bun.spawn([...FETTLE, ...args], {
    cwd: ROOT,
    env: briefly(settings),
    terminal: {
      data: (terminal, bytes) => {
        const had = screen
        screen += bytes.toString()
        if (!had.includes("Type ") && screen.includes("Type ")) terminal.write(answer)
      }
    }
  })
  const exitCode = await child.exited
  child.terminal?.close()
  return { exitCode, screen }
}

/** Whether a process with this id exists. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until a condition holds, and looks after each pause of some milliseconds; fails after some seconds. */
export const until = async (holds: () => boolean | Promise<boolean>, seconds = 30, pause = 20): Promise<void> => {
  for (const end = Date.now() + seconds * 1000; !(await holds()); await Bun.sleep(pause)) {
    if (Date.now() > end) throw new Error(`It did not come to hold: ${holds}`)
  }
}

/**
 * Starts `fettle serve` and waits until it serves; `welcome` is what it printed until then. Disposing of it kills it.
 */
export const startServer = async (
  settings: SettingsOfProcess,
  {
    args = [],
    log,
    within = []
  }: {
    readonly args?: ReadonlyArray<string>
    readonly log?: string
    /** A command that runs another: the words that come before it. */
    readonly within?: ReadonlyArray<string>
  } = {}
) => {
  const port = settings.PORT ?? (await freePort())
  const file = log ?? join(tmpdir(), `fettle-log-${crypto.randomUUID()}`)
  const child = Bun.spawn([...within, ...FETTLE, "serve", ...args], {
    cwd: ROOT,
    env: environment({ ...settings, PORT: port }),
    stdout: "pipe",
    stderr: Bun.file(file)
  })
  const logged = openSync(file, "r")
  // The process and this one still have it open.
  if (log === undefined) rmSync(file)
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let welcome = ""
  while (!/fettle token create|\n}\n/.test(welcome)) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`The server ended with exit code ${await child.exited}: ${readFileSync(logged, "utf8")}`)
    welcome += decoder.decode(value)
  }
  closeSync(logged)
  reader.releaseLock()
  return {
    child,
    welcome,
    baseUrl: `http://localhost:${port}`,
    token: /fettle_test_\w+/.exec(welcome)?.[0] ?? "",
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL")
      await child.exited
    }
  }
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>
