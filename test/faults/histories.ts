import { expect } from "bun:test"
import { openInput } from "../../src/annexes/imports/formats/input.ts"
import { fettle, type SettingsOfProcess } from "../support/process.ts"

/** A file of Strong: sessions of three exercises, one of which the catalogue lacks. `titleOf` names each by its place. */
export const strong = (sessions: number, titleOf: (place: number) => string = () => "Day"): string => {
  const names = ["Squat (Barbell)", "Gargoyle Heave", "Pull Up"]
  const lines = [
    "Date,Workout Name,Duration,Exercise Name,Set Order,Weight,Reps,Distance,Seconds,Notes,Workout Notes,RPE"
  ]
  for (let day = 0; day < sessions; day++) {
    const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10)
    for (const name of names) {
      for (let set = 1; set <= 4; set++)
        lines.push(`${date} 18:00:00,${titleOf(day)},1h,${name},${set},${20 + (day % 80)},${set + 3},0,0,,,`)
    }
  }
  return `${lines.join("\n")}\n`
}

/** The options with which such a file asks nothing. */
export const STRONG_OPTIONS = ["--weight-unit", "kg", "--distance-unit", "km"]

/** What a command that must succeed prints as JSON. */
export const json = async (settings: SettingsOfProcess, ...args: ReadonlyArray<string>) => {
  const { stdout, stderr, exitCode } = await fettle(settings, ...args, "--json")
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" })
  return JSON.parse(stdout)
}

export const newUser = async (settings: SettingsOfProcess): Promise<string> =>
  (await json(settings, "user", "create", "--name", "A", "--timezone", "UTC")).userId

const FACTS = ["workouts.ndjson", "exercises.ndjson", "badges.ndjson"]

/** Fields that differ between two imports of the same file. */
const IDS = /"(?:id|exerciseId|factId|importId|createdAt|startedAt|finishedAt|fingerprint|fileHash)":"[^"]*",?/g

/** A user's workouts, own exercises and badges, from their archive, which is written to `path`. */
export const factsOf = async (settings: SettingsOfProcess, userId: string, path: string) => {
  await json(settings, "export", "--user", userId, path)
  const facts: Record<string, ReadonlyArray<string>> = {}
  for (const { name, bytes } of (await openInput(path)).entries) {
    if (!FACTS.includes(name)) continue
    let text = ""
    for await (const chunk of bytes()) text += Buffer.from(chunk.bytes).toString()
    facts[name] = text
      .trim()
      .split("\n")
      .map((line) => line.replace(IDS, ""))
  }
  return facts
}
