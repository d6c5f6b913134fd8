import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { programFor } from "../../../src/annexes/cli/commands.ts"
import { completionsOf } from "../../../src/annexes/cli/usage/completions.ts"
import { helpOf } from "../../../src/annexes/cli/usage/help.ts"
import {
  flag,
  option,
  optional,
  otherwise,
  type Parameter,
  read,
  repeated
} from "../../../src/annexes/cli/usage/parameters.ts"
import { read as readLine } from "../../../src/annexes/cli/usage/read.ts"
import { type Shape, wordsOf } from "../../../src/annexes/cli/usage/shape.ts"

const { shape } = await programFor([])

const all = (root: Shape): ReadonlyArray<Shape> => [root, ...root.subcommands.flatMap(all)]
/** All commands except `file`, whose name nobody types: `fettle import FILE`. */
const commands = all(shape)
  .filter(({ path }) => path.at(-1) !== "file")
  .map((command) => ({ command, words: wordsOf(command).join(" ") }))

const reading = (...argv: ReadonlyArray<string>) => readLine("fettle", shape, argv)

describe.each(commands)("the help of fettle $words", ({ command, words }) => {
  const help = helpOf("bun fettle", command)

  test("fits 100 columns, without escape sequences", () => {
    expect(help.split("\n").filter((line) => line.length > 100)).toEqual([])
    expect(help).not.toMatch(/\p{Cc}(?<!\n)/u)
  })

  test("shows what to type", () => {
    expect(help).toContain(["Usage: bun fettle", ...(words === "" ? [] : [words])].join(" "))
    for (const { name } of [...command.options, ...command.arguments]) expect(help).toContain(`  ${name}`)
    for (const { path } of command.subcommands) expect(help).toContain(path.filter((word) => word !== "file").join(" "))
  })

  test("describes every argument and option", () => {
    const parts = [...command.options, ...command.arguments, command]
    expect(parts.filter(({ meaning }) => !/^[^.].*\.$/s.test(meaning))).toEqual([])
    expect(help).not.toMatch(/user-defined|setting is optional|true or false/i)
  })

  test("lists the choices of every argument, and those of an option, if there are more than three", () => {
    const listed = (choices: ReadonlyArray<string>) =>
      help.replaceAll(/\s+/g, " ").includes(` One of ${choices.join(", ")}.`)
    for (const { choices } of command.arguments) if (choices.length > 0) expect(listed(choices)).toBe(true)
    for (const { choices } of command.options)
      if (choices.length > 0) expect([choices, listed(choices)]).toEqual([choices, choices.length > 3])
    expect(help).not.toContain("One of .")
  })

  test("is shown by --help, -h and help", () => {
    for (const argv of [
      ["help", ...words.split(" ")],
      [...words.split(" "), "--help"],
      [...words.split(" "), "-h"]
    ]) {
      const found = reading(...argv.filter((word) => word !== ""))
      expect(found._tag === "Help" ? helpOf("bun fettle", found.of) : found).toBe(help)
    }
  })
})

test("only the help of the program itself names the options that need no command", () => {
  expect(helpOf("bun fettle", shape)).toMatch(/\nOptions:\n(.*\n)*? {2}--version /)
  for (const { command } of commands.filter(({ command, words }) => words !== "" && command.subcommands.length > 0))
    expect(helpOf("bun fettle", command)).not.toContain("--version")
})

describe("a wrong command line", () => {
  test.each([
    [["usr", "list"], "There is no command usr. Did you mean user? See `fettle --help`"],
    [["frobnicate"], "There is no command frobnicate. See `fettle --help`"],
    [["help", "usr"], "There is no command usr. Did you mean user? See `fettle --help`"],
    [["user", "crate"], "user has no command crate. Did you mean create? See `fettle user --help`"],
    [["user", "crate", "--help"], "user has no command crate. Did you mean create? See `fettle user --help`"],
    [
      ["user"],
      "user needs a command: create, invite, list, show, set, sample, link-oidc, unlink-oidc or delete. See `fettle user --help`"
    ],
    [["--verbose"], "fettle has no option --verbose. See `fettle --help`"],
    [["user", "--json"], "user has no option --json. See `fettle user --help`"],
    [["user", "list", "--jsn"], "user list has no option --jsn. Did you mean --json? See `fettle user list --help`"],
    [["user", "list", "--json=yes"], "--json takes no value. See `fettle user list --help`"],
    [["user", "list", "all"], "user list takes no arguments; received all. See `fettle user list --help`"],
    [["user", "show", "a", "b"], "user show takes USER_ID; received b as well. See `fettle user show --help`"],
    [["user", "show"], "user show needs USER_ID. See `fettle user show --help`"],
    [["user", "create"], "user create needs --name NAME and --timezone TZ. See `fettle user create --help`"],
    [["user", "set", "a", "--name"], "--name needs a value: --name NAME. See `fettle user set --help`"],
    [["user", "set", "a", "--name", "--plan"], "--name needs a value: --name NAME. See `fettle user set --help`"],
    [
      ["user", "set", "a", "--plan", "gold"],
      "--plan must be paid, trial or free; received gold. See `fettle user set --help`"
    ],
    [["user", "set", "a", "--plan=free", "--plan=paid"], "--plan is given twice. See `fettle user set --help`"],
    [["import"], "import needs FILE and --user USER_ID. See `fettle import --help`"],
    [
      ["catalogue", "import", "off-csv", "f"],
      "KIND must be fdc-csv, fdc-json, off-tsv or off-jsonl; received off-csv. See `fettle catalogue import --help`"
    ],
    [["--completions", "tcsh"], "--completions must be bash, zsh or fish. See `fettle --help`"]
  ])("%p is reported", (argv, message) => {
    expect(reading(...argv)).toEqual({ _tag: "Wrong", message })
  })
})

describe("a correct command line", () => {
  const USER_SET = { _tag: "Run", path: ["user", "set"] } as const
  const given = (values: Readonly<Record<string, ReadonlyArray<string>>>) => new Map(Object.entries(values))

  test.each([
    [["user", "set", "ID", "--plan", "paid", "--json"], { USER_ID: ["ID"], "--plan": ["paid"], "--json": [""] }],
    [["user", "set", "--plan=paid", "ID"], { USER_ID: ["ID"], "--plan": ["paid"] }],
    [["user", "set", "--name", "-x", "ID"], { USER_ID: ["ID"], "--name": ["-x"] }],
    [["user", "set", "ID", "--name=a=b"], { USER_ID: ["ID"], "--name": ["a=b"] }],
    [["user", "set", "--", "--json"], { USER_ID: ["--json"] }]
  ])("%p: options and arguments may be in any order", (argv, values) => {
    expect(reading(...argv)).toEqual({ ...USER_SET, given: given(values) })
  })

  test.each([
    [["user", "show", "--", "--help"], ["user", "show"], { USER_ID: ["--help"] }],
    [["user", "delete", "--yes", "no"], ["user", "delete"], { "--yes": [""], USER_ID: ["no"] }],
    [
      ["meal", "save", "--item", "a:1", "--name=N", "--item", "b:2", "--user", "u", "--item=c:3"],
      ["meal", "save"],
      { "--item": ["a:1", "b:2", "c:3"], "--name": ["N"], "--user": ["u"] }
    ],
    [["import", "a.csv", "--user", "u"], ["import", "file"], { FILE: ["a.csv"], "--user": ["u"] }],
    [
      ["import", "--dry-run", "--user", "u", "--", "-"],
      ["import", "file"],
      { FILE: ["-"], "--user": ["u"], "--dry-run": [""] }
    ],
    [["import", "undo", "imp_1"], ["import", "undo"], { IMPORT_ID: ["imp_1"] }],
    [["import", "list", "--user", "list", "--json"], ["import", "list"], { "--user": ["list"], "--json": [""] }],
    [["export", "--user", "u"], ["export"], { "--user": ["u"] }],
    [["serve"], ["serve"], {}],
    [["catalogue", "import", "fdc-csv", "import"], ["catalogue", "import"], { KIND: ["fdc-csv"], FILE: ["import"] }]
  ])("%p is understood", (argv, path, values) => {
    expect(reading(...argv)).toEqual({ _tag: "Run", path, given: given(values) })
  })

  test("--version and --completions need no command", () => {
    expect(reading("--version")).toEqual({ _tag: "Version" })
    expect(reading("--completions", "zsh")).toEqual({ _tag: "Completions", shell: "zsh" })
    expect(reading()).toEqual({ _tag: "Help", of: shape })
  })

  test("loads only the command that it names, which is the same as among all", async () => {
    const { shape: one, commands: loaded } = await programFor(["token", "list", "--user", "u"])
    expect(loaded.filter(({ meaning }) => meaning !== "").map(({ name }) => name)).toEqual(["token"])
    expect(one.subcommands.map(({ path }) => path)).toEqual(shape.subcommands.map(({ path }) => path))
    const token = (of: Shape) => of.subcommands.find(({ path }) => path[0] === "token")
    expect(token(one)).toEqual(token(shape))
    for (const argv of [["--version"], ["usr"]]) {
      expect((await programFor(argv)).commands.every(({ meaning }) => meaning === "")).toBe(true)
    }
  })
})

describe("the value of an option or argument", () => {
  const size = option("size").pipe(read((text) => Effect.succeed(text.length)))
  const taken = <A>({ take }: Parameter<A>, ...given: ReadonlyArray<string>) => Effect.runSync(take(given))

  test("is read from its text, or from each if it may be repeated", () => {
    expect(taken(option("name"), "a b")).toBe("a b")
    expect(taken(size, "four")).toBe(4)
    expect(taken(repeated(size), "a", "bb")).toEqual([1, 2])
    expect(taken(repeated(size))).toEqual([])
    expect([taken(flag("json")), taken(flag("json"), "")]).toEqual([false, true])
  })

  test("is none, or the default, if it may be left out and is", () => {
    expect(taken(optional(size))).toEqual(Option.none())
    expect(taken(optional(size), "four")).toEqual(Option.some(4))
    expect(taken(size.pipe(otherwise(1)))).toBe(1)
    expect(taken(size.pipe(otherwise(1)), "four")).toBe(4)
  })
})

describe("the completions of bash", () => {
  /** What bash offers for the last of these words. */
  const offered = (...words: ReadonlyArray<string>) => {
    const line = words.map((word) => `'${word}'`).join(" ")
    const script = [
      completionsOf(shape, "bash"),
      `COMP_WORDS=(fettle ${line}); COMP_CWORD=${words.length}; _fettle; echo "\${COMPREPLY[*]}"`
    ].join("\n")
    const { stdout, stderr } = Bun.spawnSync(["bash", "-c", script])
    expect(stderr.toString()).toBe("")
    return stdout.toString().trim().split(" ")
  }

  test.each([
    [["us"], ["user"]],
    [["ba"], ["backup"]],
    [
      ["user", "s"],
      ["show", "set", "sample"]
    ],
    [["user", "set", "--pl"], ["--plan"]],
    [["user", "set", "usr_1", "--json", "--na"], ["--name"]],
    [["import", "un"], ["undo"]],
    [["import", "file.csv", "--dry"], ["--dry-run"]],
    [["import", "undo", "--j"], ["--json"]],
    [["nothing", "at-all", "--"], ["--help"]]
  ])("of %p are %p", (words, offers) => {
    expect(offered(...words)).toEqual([...offers])
  })
})

test.each(["zsh", "fish"] as const)("the completions of %s have every command and option", (shell) => {
  const script = completionsOf(shape, shell)
  for (const { command } of commands) {
    for (const { name } of command.options) expect(script).toContain(` ${name}`)
    expect(script).toContain(wordsOf(command).join(" "))
  }
})
