import { createHmac, timingSafeEqual } from "node:crypto"
import type { Database } from "./database.ts"
import { invalid } from "./errors.ts"

let secret: string | undefined

const sign = async ({ query }: Database, binding: ReadonlyArray<string | undefined>, text: string) => {
  if (secret === undefined) {
    const [row] = await query<{ readonly secret: string }>("SELECT secret FROM service_secrets WHERE name = $1", [
      "cursor"
    ])
    secret = row?.secret ?? ""
  }
  return createHmac("sha256", secret)
    .update(JSON.stringify([binding.map((part) => part ?? null), text]))
    .digest("base64url")
    .slice(0, 22)
}

type Binding = ReadonlyArray<string | undefined>

export const seal = async (database: Database, binding: Binding, position: ReadonlyArray<string>): Promise<string> => {
  const text = Buffer.from(JSON.stringify(position)).toString("base64url")
  return (await sign(database, binding, text)) + text
}

export const open = async (database: Database, binding: Binding, cursor: string): Promise<ReadonlyArray<string>> => {
  const text = cursor.slice(22)
  const given = Buffer.from(cursor.slice(0, 22))
  const right = Buffer.from(await sign(database, binding, text))
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw invalid("cursor", "must be the nextCursor of the previous page")
  return JSON.parse(Buffer.from(text, "base64url").toString())
}
