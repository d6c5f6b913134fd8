import { type Shape, wordsOf } from "./shape.ts"

export const SHELLS = ["bash", "zsh", "fish"] as const
export type ShellName = (typeof SHELLS)[number]

/** Every command with the words that may follow it, the deepest first. */
const following = (shape: Shape): ReadonlyArray<readonly [typed: string, words: ReadonlyArray<string>]> => {
  const { subcommands, options } = shape
  const names = subcommands.map((subcommand) => wordsOf(subcommand).slice(wordsOf(shape).length).join(" "))
  const words = [...names, ...options.map(({ name }) => name), "--help"].filter((word) => word !== "")
  const unnamed = subcommands.find((subcommand) => wordsOf(subcommand).length === wordsOf(shape).length)
  const own = [...words, ...(unnamed?.options.map(({ name }) => name) ?? [])]
  const below = subcommands.filter((subcommand) => subcommand !== unnamed).flatMap(following)
  return [...below, [wordsOf(shape).join(" "), own]]
}

/** The arms of a `case` over the words typed so far, without options: a longer command stands before a shorter one. */
const arms = (shape: Shape, use: (words: string) => string): ReadonlyArray<string> =>
  following(shape).map(([typed, words]) => `    ${typed === "" ? "*" : `" ${typed}"*`}) ${use(words.join(" "))} ;;`)

const bash = (shape: Shape): ReadonlyArray<string> => [
  "_fettle() {",
  `  local typed="" word`,
  `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
  `    case "$word" in -*) ;; *) typed="$typed $word" ;; esac`,
  "  done",
  `  case "$typed" in`,
  ...arms(shape, (words) => `word="${words}"`),
  "  esac",
  `  COMPREPLY=($(compgen -W "$word" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
  "}",
  "complete -o default -F _fettle fettle"
]

const zsh = (shape: Shape): ReadonlyArray<string> => [
  "#compdef fettle",
  "_fettle() {",
  `  local typed="" word`,
  `  for word in "\${(@)words[2,CURRENT-1]}"; do`,
  `    case "$word" in -*) ;; *) typed="$typed $word" ;; esac`,
  "  done",
  `  case "$typed" in`,
  ...arms(shape, (words) => `compadd -- ${words}`),
  "  esac",
  "  _files",
  "}",
  `if [ "$funcstack[1]" = "_fettle" ]; then _fettle "$@"; else compdef _fettle fettle; fi`
]

const fish = (shape: Shape): ReadonlyArray<string> => [
  "function __fettle_words",
  "  set -l typed (commandline -opc)",
  `  set -l typed " "(string join " " (string match -v -- "-*" $typed[2..-1]))`,
  `  switch "$typed"`,
  ...following(shape).flatMap(([typed, words]) => [
    `    case "${typed === "" ? "*" : ` ${typed}*`}"`,
    `      printf "%s\\n" ${words.join(" ")}`
  ]),
  "  end",
  "end",
  `complete -c fettle -a "(__fettle_words)"`
]

const SCRIPTS: Readonly<Record<ShellName, (shape: Shape) => ReadonlyArray<string>>> = { bash, zsh, fish }

/** The script with which a shell completes the names of commands and options. */
export const completionsOf = (shape: Shape, shell: ShellName): string => SCRIPTS[shell](shape).join("\n")
