import packageJson from "../../../package.json" with { type: "json" }
import { once } from "../../values/once.ts"
import { assetNames, assetText } from "../assets/assets.ts"

const FOLDER = "migrations"

/**
 * A numbered file of statements: tables, indexes, triggers, and changes to them. It calls none of the schema's
 * functions.
 */
export interface Migration {
  readonly id: number
  readonly name: string
  readonly statements: string
  /**
   * The statements of `NNNN.after.sql`, which run after the functions and may call them; undefined if there is none.
   */
  readonly after: string | undefined
}

/** A database function, with the statement that creates or replaces it. */
export interface SchemaFunction {
  readonly name: string
  readonly statement: string
  /** SHA-256 of the statement, in hex. */
  readonly sha256: string
  /** MD5 of the body, in hex, as PostgreSQL computes it of `pg_proc.prosrc`. */
  readonly bodyMd5: string
  /**
   * Whether it is created before the tables, because they need it: triggers, and immutable functions for generated
   * columns and checks. Such a function names no table's row type.
   */
  readonly isEarly: boolean
}

/** The database schema of one version of Fettle. */
export interface Schema {
  readonly version: string
  readonly migrations: ReadonlyArray<Migration>
  readonly functions: ReadonlyArray<SchemaFunction>
}

const NUMBERED = /^(\d+)_(\w+)\.sql$/

const afterOf = (files: ReadonlyArray<string>, number: string): string | undefined => {
  const file = `${number}.after.sql`
  return files.includes(file) ? assetText(`${FOLDER}/${file}`) : undefined
}

const readMigrations = (): ReadonlyArray<Migration> => {
  const files = assetNames(FOLDER)
  const found = files.flatMap((file) => {
    const [, number, name] = NUMBERED.exec(file) ?? []
    if (number === undefined || name === undefined) return []
    const statements = assetText(`${FOLDER}/${file}`)
    return [{ id: Number(number), name, statements, after: afterOf(files, number) }]
  })
  const migrations = found.sort((a, b) => a.id - b.id)
  // Only migrations newer than the newest applied one are applied, so a number added later would be skipped.
  const first = migrations[0]?.id ?? 0
  if (migrations.some(({ id }, index) => id !== first + index)) {
    throw new Error("The migrations' numbers must follow one another without a gap")
  }
  return migrations
}

/** A function from the text of its file: a comment, and the statement. */
export const schemaFunction = (name: string, statement: string): SchemaFunction => ({
  name,
  statement,
  sha256: new Bun.CryptoHasher("sha256").update(statement).digest("hex"),
  bodyMd5: new Bun.CryptoHasher("md5").update(statement.split("$$")[1] ?? "").digest("hex"),
  isEarly: /\bRETURNS trigger\b|\bIMMUTABLE\b/.test(statement.replace(/^--.*$/gm, "").split("$$", 1)[0] ?? "")
})

const readFunctions = (): ReadonlyArray<SchemaFunction> =>
  assetNames(`${FOLDER}/functions`)
    .map((file) => file.replace(/\.sql$/, ""))
    .sort()
    .map((name) => schemaFunction(name, assetText(`${FOLDER}/functions/${name}.sql`)))

/** The schema of this version: `migrations/NNNN_name.sql`, and `migrations/functions/NAME.sql`. */
export const ownSchema = once(
  (): Schema => ({ version: packageJson.version, migrations: readMigrations(), functions: readFunctions() })
)
