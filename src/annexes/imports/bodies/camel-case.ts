import { isJson, type Json } from "../formats/fields.ts"

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const renamed = (json: Json): Json =>
  Object.fromEntries(
    Object.entries(json).map(([name, value]) => [snake(name), name === STAGES ? withStages(value) : value])
  )

/** The parts of a sleep, which are records themselves. */
const STAGES = "stages"

const withStages = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((stage: unknown) => (isJson(stage) ? renamed(stage) : stage)) : value

/** A body whose fields are named in camelCase, with the names that its app uses otherwise: `bodyFat` becomes `body_fat`. */
export const fromCamelCase = (body: Json, lists: ReadonlySet<string>): Json =>
  Object.fromEntries(
    Object.entries(renamed(body)).map(([name, value]) => {
      if (!lists.has(name) || !Array.isArray(value)) return [name, value]
      const records: ReadonlyArray<unknown> = value
      return [name, records.map((record) => (isJson(record) ? renamed(record) : record))]
    })
  )
