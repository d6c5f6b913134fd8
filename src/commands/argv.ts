/** Options without a value. Every other option is followed by one. */
const FLAGS = new Set(["--json", "--help", "-h", "--version", "--wizard"])

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
