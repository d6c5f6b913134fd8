import { expect } from "bun:test"
import { join } from "node:path"
import { Effect } from "effect"
import { exportHistory } from "../../../src/annexes/imports/archive/export.ts"
import { openInput } from "../../../src/annexes/imports/formats/input.ts"
import { importFile } from "../../../src/annexes/imports/ledger/import-file.ts"
import type { Report } from "../../../src/annexes/imports/rows/model.ts"
import type { Person, Service } from "../../support/app.ts"

/** Exports everything into a folder; returns the path, and the archive's files as text. */
export const archiveOf = async (folder: string, service: Service, { id }: Pick<Person, "id">) => {
  const path = join(folder, `${crypto.randomUUID()}.zip`)
  await service.run(Effect.orDie(exportHistory(id, { path })))
  const { entries } = await openInput(path)
  const texts = new Map<string, string>()
  for (const { name, bytes } of entries) {
    let text = ""
    for await (const chunk of bytes()) text += Buffer.from(chunk.bytes).toString()
    texts.set(name, text)
  }
  return { path, texts }
}

const importing = (service: Service, { id }: Pick<Person, "id">, path: string, dryRun: boolean): Promise<Report> =>
  service.run(Effect.orDie(importFile(id, path, { dryRun, overwrite: false, choices: new Map() })))

/** Imports an archive. */
export const restore = (service: Service, person: Pick<Person, "id">, path: string): Promise<Report> =>
  importing(service, person, path, false)

/** Reports what importing an archive would do. */
export const dryRun = (service: Service, person: Pick<Person, "id">, path: string): Promise<Report> =>
  importing(service, person, path, true)

/** The report of a dry run and then of the import itself, which must be the same. */
export const restored = async (service: Service, person: Person, path: string) => {
  const preview = await dryRun(service, person, path)
  const report = await restore(service, person, path)
  expect(preview).toEqual({ ...report, importId: null, dryRun: true })
  return report
}

/** The files of an archive with a manifest that states their SHA-256 as they are. */
export const sealed = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> => {
  const manifest = files.get("manifest.json")
  if (manifest === undefined) return files
  const sha256 = Object.fromEntries(
    [...files].flatMap(([name, text]) =>
      name === "manifest.json" ? [] : [[name, new Bun.CryptoHasher("sha256").update(text).digest("hex")]]
    )
  )
  return new Map(files).set("manifest.json", JSON.stringify({ ...JSON.parse(manifest), sha256 }))
}

/** The files of an archive, with the export's time removed from the manifest. */
export const withoutTime = (texts: ReadonlyMap<string, string>) =>
  [...texts].map(([name, text]) => [name, name === "manifest.json" ? text.replace(/"exportedAt": "[^"]*"/, "") : text])
