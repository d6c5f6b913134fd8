/** The output of `bun test`: the files with a failed test, and how many tests passed and failed. */
export interface Outcome {
  readonly failedFiles: ReadonlyArray<string>
  /** Whether every failure is that of a test in these files, and not of a file that crashed or could not be loaded. */
  readonly isWhole: boolean
  readonly passed: number
  readonly failed: number
}

/** The last count of its kind. */
const count = (what: "pass" | "fail", output: string): number =>
  Number([...output.matchAll(new RegExp(`^ *(\\d+) ${what}$`, "gm"))].at(-1)?.[1] ?? 0)

/** Parses the output of `bun test`. After many tests, it repeats the failures without their files. */
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

/** More failed files than this are not a matter of chance. */
const MOST_FILES = 2

/** The files to be rerun alone. Empty if too many failed, or if something other than their tests did. */
export const filesToRerun = ({ failedFiles, isWhole }: Outcome): ReadonlyArray<string> =>
  isWhole && failedFiles.length <= MOST_FILES ? failedFiles : []

/** The arguments without file names: options, and the value of each that has one. */
export const withoutFiles = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  args.filter(
    (arg, index) => arg.startsWith("--") || /^--(?:timeout|preload|test-name-pattern)$/.test(args[index - 1] ?? "")
  )
