import { describe, expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { runToEnd } from "../support/process.ts"
import { folder, ROOT, service } from "./service.ts"

interface Block {
  readonly page: string
  readonly line: number
  readonly language: string
  readonly text: string
  /** Why it is not run, if a comment above it says so. */
  readonly notRun: string | undefined
}

const BLOCK = /(?:<!-- not run: ([^>]+) -->\n\n)?^```(\w*)\n([\s\S]*?)^```$/gm

const blocksOf = (page: string): ReadonlyArray<Block> => {
  const source = readFileSync(join(ROOT, page), "utf8")
  return Array.from(source.matchAll(BLOCK), ({ 0: whole, 1: notRun, 2: language = "", 3: text = "", index }) => ({
    page,
    line: source.slice(0, index + whole.indexOf("```")).split("\n").length,
    language,
    text,
    notRun
  }))
}

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).map((name) => join("docs", name))
].filter((page) => page.endsWith(".md"))
const blocks = pages.flatMap(blocksOf)

const environment = {
  ...process.env,
  FETTLE_TOKEN: service.token,
  DATA_DIR: join(folder, "data"),
  PORT: new URL(service.baseUrl).port,
  BASE_URL: service.baseUrl,
  CURL_HOME: folder,
  LOG_LEVEL: "none"
}

/** Runs a program as the page shows it, except that the service listens elsewhere. */
const run = async (command: ReadonlyArray<string>, text: string) => {
  const example = text.replaceAll("http://localhost:3000", service.baseUrl)
  const { stdout, stderr, exitCode } = await runToEnd([...command, example], { cwd: ROOT, env: environment })
  return { exitCode, stderr: exitCode === 0 ? "" : `${stdout}${stderr}` }
}

describe("the pages' examples", () => {
  test("are found, and those that are not run say why", () => {
    expect(blocks.length).toBeGreaterThan(10)
    const unknown = blocks.filter(
      ({ language, notRun }) => notRun === undefined && !/^(sh|ts|json|yaml)$/.test(language)
    )
    expect(unknown.map(({ page, line }) => `${page}:${line}`)).toEqual([])
  })

  for (const { page, line, language, text, notRun } of blocks) {
    if (notRun !== undefined) continue
    test(`${page}:${line} (${language}) works as written`, async () => {
      if (language === "json") expect(() => JSON.parse(text)).not.toThrow()
      if (language === "yaml") expect(Bun.YAML.parse(text)).toBeObject()
      if (language === "sh") {
        await Bun.write(join(folder, ".curlrc"), "fail-with-body\nsilent\n")
        expect(await run(["bash", "-euc"], text)).toEqual({ exitCode: 0, stderr: "" })
      }
      if (language === "ts") expect(await run([process.execPath, "--eval"], text)).toEqual({ exitCode: 0, stderr: "" })
    })
  }

  test("linked pages exist", () => {
    const missing = pages.flatMap((page) =>
      Array.from(readFileSync(join(ROOT, page), "utf8").matchAll(/\]\((?!https?:|#)([^)#]+)/g), ([, target = ""]) =>
        join(ROOT, page, "..", target)
      ).filter((target) => !Bun.file(target).size)
    )
    expect(missing).toEqual([])
  })
})
