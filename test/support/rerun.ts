/** What `bun test` printed: the files with a failed test, and how many tests passed and failed. */
export interface Outcome {
  readonly failedFiles: ReadonlyArray<string>
  /** Whether each failure is one of a test in these files: none of a file that could not be loaded, or crashed. */
  readonly isWhole: boolean
  readonly passed: number
  readonly failed: number
}

/** The last count of its kind. */
const count = (what: "pass" | "fail", output: string): number =>
  Number([...output.matchAll(new RegExp(`^ *(\\d+) ${what}$`, "gm"))].at(-1)?.[1] ?? 0)

/** Reads what `bun test` printed. After many tests it repeats those that failed, without their files. */
export const outcomeOf = (output: string): Outcome => {
  const [once = ""] = output.split(/^\d+ tests? failed:$/m)
  const failedFiles = new Set<string>()
  let file: string | undefined
  let named = 0
  for (const line of once.split("\n")) {
    file = /^(\S+\.tsx?):$/.exec(line)?.[1] ?? file
    if (file === undefined || !line.startsWith("(fail) ")) continue
    failedFiles.add(file)
    named++
  }
  const failed = count("fail", output)
  const isWhole = named === failed && !/^ *\d+ errors?$/m.test(output)
  return { failedFiles: [...failedFiles], isWhole, passed: count("pass", output), failed }
}

/** More failed files than these are not a matter of chance. */
const MOST_FILES = 2

/** The files to be run once more, alone. None if too many failed, or something else than their tests did. */
export const filesToRerun = ({ failedFiles, isWhole }: Outcome): ReadonlyArray<string> =>
  isWhole && failedFiles.length <= MOST_FILES ? failedFiles : []

/** The arguments without the names of files: options, and the value of each that has one. */
export const withoutFiles = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.filter(
    (arg, index) => arg.startsWith("--") || /^--(?:timeout|preload|test-name-pattern)$/.test(args[index - 1] ?? "")
  )
