/*
 * Installs the packages of bun.lock: all of them, or with --production only those that the service needs.
 *
 * Plain JavaScript without a package, so that any version of Bun can run it and say what is missing.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"

const root = new URL("..", import.meta.url)
const needed = JSON.parse(readFileSync(new URL("package.json", root), "utf8")).engines.bun.replace(">=", "")

/** How long the installation may take before a message says so, in milliseconds. */
const SILENT_MILLIS = 500

/** How often the message is repeated, in milliseconds. */
const REPEAT_MILLIS = 2000

const end = (message) => {
  console.error(`fettle: ${message}`)
  process.exit(1)
}

const numbersOf = (version) => version.split(/[-+]/)[0].split(".").map(Number)

const isOlder = (version, other) => {
  const [numbers, others] = [numbersOf(version), numbersOf(other)]
  const different = numbers.findIndex((number, index) => number !== others[index])
  return different !== -1 && numbers[different] < others[different]
}

if (process.versions.bun === undefined || isOlder(process.versions.bun, needed)) {
  const version =
    process.versions.bun === undefined ? `Node.js ${process.versions.node}` : `Bun ${process.versions.bun}`
  end(
    `needs Bun ${needed} or newer, and this is ${version}. Run \`bun upgrade\`, or put \`npx -y bun@${needed}\` in place of \`bun\``
  )
}

/** What to do about a failed installation: first, this user must be able to write the checkout. */
const nextStep = () => {
  const folder = Bun.fileURLToPath(root)
  try {
    const probe = mkdtempSync(`${folder}.installable-`)
    rmSync(probe, { recursive: true })
  } catch (error) {
    const isFull = error.code === "ENOSPC" || error.code === "EDQUOT"
    return isFull
      ? `The disk of ${folder} is full: make room there, then run the command again`
      : `This user may not write ${folder} (${error.code}): run \`bun install\` there as its owner, or use a copy that may be written`
  }
  return "See that the package registry can be reached, then run the command again"
}

let repeated
const note = setTimeout(() => {
  const startedAt = Date.now()
  console.error("Installing the packages that Fettle needs…")
  repeated = setInterval(() => {
    console.error(`  still working, ${Math.round((Date.now() - startedAt) / 1000)} s`)
  }, REPEAT_MILLIS)
}, SILENT_MILLIS)
const install = Bun.spawn([process.execPath, "install", "--frozen-lockfile", ...process.argv.slice(2)], {
  cwd: Bun.fileURLToPath(root),
  stdin: "ignore",
  stdout: "ignore",
  stderr: "inherit"
})
const exitCode = await install.exited
clearTimeout(note)
clearInterval(repeated)
if (exitCode !== 0) {
  end(`the packages could not be installed, for the reason above. ${nextStep()}`)
}
