import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as ts from "typescript5"
import { contractTypes } from "../../scripts/client/contract-types.ts"
import { operations } from "../../src/api.ts"
import { isJsonObject, jsonSchemaOf } from "../../src/contract/json-schema.ts"

const CLIENT = join(import.meta.dir, "../../src/client")
const ENTRY = join(CLIENT, "client.ts")

/** The published package's types as a compiler reads them: with the written contract in place of the inferred one. */
const program = () => {
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.Preserve,
    lib: ["lib.es2022.d.ts"],
    types: []
  }
  const host = ts.createCompilerHost(options)
  const { readFile } = host
  host.readFile = (path) => (path === join(CLIENT, "contract.ts") ? contractTypes() : readFile(path))
  host.getSourceFile = (path, language) => {
    const text = path.startsWith(CLIENT) ? host.readFile(path) : readFileSync(path, "utf8")
    return text === undefined ? undefined : ts.createSourceFile(path, text, language)
  }
  return ts.createProgram([ENTRY], options, host)
}

/** The texts that an editor shows, by the path of the symbol. */
type Texts = Map<string, string>

const editorTexts = (): Texts => {
  const compiled = program()
  const checker = compiled.getTypeChecker()
  const source = compiled.getSourceFile(ENTRY)
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  const exported = module === undefined ? [] : checker.getExportsOfModule(module)
  const texts: Texts = new Map()
  const textOf = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker))

  const visit = (path: string, type: ts.Type): void => {
    for (const member of type.isUnion() ? type.types : [type]) {
      if ((member.flags & ts.TypeFlags.Object) === 0) continue
      const [item] = checker.isArrayType(member) ? checker.getTypeArguments(member as ts.TypeReference) : []
      if (item !== undefined) visit(`${path}[]`, item)
      else
        for (const field of member.getProperties()) {
          const at = `${path}.${field.name}`
          texts.set(at, textOf(field))
          visit(at, checker.getTypeOfSymbol(field))
        }
    }
  }

  const client = exported.find(({ name }) => name === "Client")
  if (client === undefined) throw new Error("No Client is exported")
  for (const operation of checker.getDeclaredTypeOfSymbol(client).getProperties()) {
    texts.set(operation.name, textOf(operation))
    for (const signature of checker.getTypeOfSymbol(operation).getCallSignatures()) {
      const [rest] = signature.getParameters()
      if (rest === undefined) continue
      // The parameters are one tuple, of the input and the options.
      const [input] = checker.getTypeArguments(checker.getTypeOfSymbol(rest) as ts.TypeReference)
      if (input !== undefined) visit(`${operation.name} input`, input)
      const answer = checker.getAwaitedType(signature.getReturnType())
      if (answer !== undefined) visit(`${operation.name} output`, answer)
    }
  }
  return texts
}

const definedTexts = (): Texts => {
  const texts: Texts = new Map()
  const visit = (path: string, node: unknown): void => {
    if (!isJsonObject(node)) return
    for (const [name, field] of Object.entries(isJsonObject(node.properties) ? node.properties : {})) {
      const described = isJsonObject(field) && typeof field.description === "string" ? field.description : ""
      texts.set(`${path}.${name}`, described)
      visit(`${path}.${name}`, field)
    }
    visit(`${path}[]`, node.items)
    for (const member of Array.isArray(node.anyOf) ? node.anyOf : []) visit(path, member)
  }
  for (const { name, title, description, input, output } of operations) {
    texts.set(name, `${title}.\n\n${description}`)
    if (input !== undefined) visit(`${name} input`, jsonSchemaOf(input, { open: false }))
    visit(`${name} output`, jsonSchemaOf(output, { open: true }))
  }
  return texts
}

test("an editor shows the definition's text for every operation, and for every field of its input and answer", () => {
  const defined = definedTexts()
  expect([...defined].filter(([, text]) => text === "")).toEqual([])
  expect(defined.size).toBeGreaterThan(400)
  const shown = editorTexts()
  const sorted = (texts: Texts) => [...texts].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(sorted(shown)).toEqual(sorted(defined))
}, 20_000)
