import { describe, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { faultCodes, fileCodeOf, fileFault, fileSentence, isOfMachine } from "../../../src/platform/files/fault.ts"

const systemError = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

describe("an error of the operating system becomes a sentence that says what it is and what to do", () => {
  test.each([...faultCodes])("%s", (code) => {
    const path = mkdtempSync(join(tmpdir(), "fettle-"))
    const sentence = fileSentence(systemError(code), path, "name another file") ?? ""
    rmSync(path, { recursive: true })
    expect(sentence).toMatch(/^[a-z/].*\. [A-Z].*, or name another file$/)
    expect(sentence).not.toMatch(/damaged|backup|registry/)
  })

  test("each in words of its own", () => {
    const sentences = faultCodes.map((code) => fileSentence(systemError(code), "/", "name another file"))
    // EPERM is EACCES in other words, and SQLITE_FULL is ENOSPC.
    expect(new Set(sentences).size).toBe(faultCodes.length - 2)
  })

  test("with the error's own path, and its owner", () => {
    const file = join(tmpdir(), `fettle-${crypto.randomUUID()}`)
    writeFileSync(file, "")
    expect(fileFault(systemError("EACCES", { path: file }), "/elsewhere")?.reason).toStartWith(`${file} may not be`)
    rmSync(file)
    // The folder above decides about a file that does not exist.
    expect(fileFault(systemError("EACCES", { path: "/absent/file" }), "/elsewhere")?.reason).toStartWith("/ ")
  })

  test("also from a cause, and from the numbers of PGlite's file system", () => {
    expect(fileCodeOf(new Error("wrapped", { cause: systemError("EROFS") }))).toBe("EROFS")
    const ofWasm = Object.assign(new Error(), { name: "ErrnoError", errno: 51 })
    expect(fileCodeOf(ofWasm)).toBe("ENOSPC")
    expect(fileCodeOf(Object.assign(new Error(), { errno: 51 }))).toBeUndefined()
  })

  test("no other error does", () => {
    for (const error of [undefined, "ENOSPC", new Error("ENOSPC"), systemError("ERR_ASSERTION")])
      expect(fileSentence(error, "/", "name another file")).toBeUndefined()
  })
})

test("a full disk is a fault of the machine, a missing file is not, unless it is the temporary folder", () => {
  expect(isOfMachine(systemError("ENOSPC"))).toBe(true)
  expect(isOfMachine(systemError("ENOENT"))).toBe(false)
  expect(isOfMachine(systemError("ENOENT", { syscall: "mkdtemp" }))).toBe(true)
})
