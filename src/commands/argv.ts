/** Options without a value. Every other option is followed by one. */
const FLAGS = new Set(["--dry-run", "--overwrite", "--json", "--help", "-h", "--version", "--wizard"])

/**
 * The arguments with a command's options moved before its positional arguments. @effect/cli reads no other order, but
 * people write `fettle user set ID --plan paid`. Arguments after `--` stay where they are.
 */
export const optionsFirst = (argv: ReadonlyArray<string>, commandWords: number): ReadonlyArray<string> => {
  const words = argv.slice(0, commandWords)
  const options: Array<string> = []
  const positional: Array<string> = []
  const rest = [...argv.slice(commandWords)]
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === "--") {
      positional.push(...rest)
      break
    }
    if (!next.startsWith("-")) positional.push(next)
    else {
      options.push(next)
      const value = FLAGS.has(next) || next.includes("=") ? undefined : rest.shift()
      if (value !== undefined) options.push(value)
    }
  }
  return [...words, ...options, ...positional]
}

const IMPORT_WORDS = new Set(["list", "undo", "file", "--help", "-h"])

/**
 * `fettle import FILE` in the form that @effect/cli reads: a command with subcommands takes no arguments of its own, so the file is that of
 * a subcommand which need not be written.
 */
export const withImportFile = (argv: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [command, next, ...rest] = argv
  if (command !== "import" || next === undefined || IMPORT_WORDS.has(next)) return argv
  return [command, "file", next, ...rest]
}
