/**
 * Makes exports of other apps, the same for the same arguments: `bun bench/history/exports.ts KIND SIZE FILE`.
 *
 * - `apple-health MIB FILE.xml`: a health export of that many MiB: steps of a watch and a phone that overlap, heart rates,
 *   weights, foods. `zip FILE.zip FILE.xml` makes the archive, and `read.ts` reads it.
 * - `hevy SETS FILE.csv`: so many sets in sessions of 20.
 * - `cronometer ROWS FILE.csv`: so many foods, twenty a day.
 */
import { dice, write } from "../../test/annexes/catalogue/food-import/generate.ts"

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE HealthData [
<!-- HealthKit Export Version: 12 -->
<!ELEMENT HealthData (ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord)*)>
<!ATTLIST HealthData
  locale CDATA #REQUIRED
>
]>
<HealthData locale="en_DE">
 <ExportDate value="2026-01-02 08:00:00 +0100"/>
`

const time = (millis: number): string =>
  `${new Date(millis + 3_600_000).toISOString().slice(0, 19).replace("T", " ")} +0100`

/** Steps are a third of the file, as in real exports with a watch. A GiB is about ten years. */
export function* appleHealth(bytes: number): Generator<string> {
  const roll = dice(7)
  const device = (of: string) =>
    `&lt;&lt;HKDevice: 0x28${(roll(1 << 28) + (1 << 27)).toString(16)}&gt;, name:${of}, manufacturer:Apple Inc., model:${of}, hardware:${of}6,2, software:9.${roll(6)}&gt;`
  const record = (type: string, unit: string, source: string, of: string, start: number, end: number, value: string) =>
    ` <Record type="HKQuantityTypeIdentifier${type}" sourceName="${source}" sourceVersion="9.1" device="${device(of)}" unit="${unit}" creationDate="${time(end + 60_000)}" startDate="${time(start)}" endDate="${time(end)}" value="${value}"/>\n`
  yield HEAD
  let written = HEAD.length
  const count = function* (text: string) {
    written += text.length
    yield text
  }
  const begin = Date.UTC(2016, 0, 1)
  const until = (share: number) => bytes * share
  for (let at = begin; written < until(0.001); at += 86_400_000) {
    yield* count(record("BodyMass", "kg", "Scale", "Scale", at, at, (80 + roll(50) / 10).toFixed(1)))
  }
  const sources = [
    ["Ann’s iPhone", "iPhone", 0.17],
    ["Ann’s Apple Watch", "Watch", 0.35]
  ] as const
  for (const [name, of, share] of sources) {
    for (let at = begin; written < until(share); ) {
      const length = (60 + roll(540)) * 1000
      yield* count(record("StepCount", "count", name, of, at, at + length, String(1 + roll(600))))
      at += length + roll(600) * 1000
    }
  }
  for (let at = begin; written < until(0.993); at += (200 + roll(200)) * 1000) {
    yield* count(record("HeartRate", "count/min", "Ann’s Apple Watch", "Watch", at, at, String(50 + roll(100))))
  }
  for (let at = begin; written < until(1); at += 14_400_000) {
    yield* count(record("DietaryEnergyConsumed", "kcal", "Diary", "iPhone", at, at, String(100 + roll(600))))
  }
  yield "</HealthData>\n"
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Newest first, in sessions of 20 sets. */
export function* hevy(sets: number): Generator<string> {
  const roll = dice(11)
  yield `"title","start_time","end_time","description","exercise_title","superset_id","exercise_notes","set_index","set_type","weight_kg","reps","distance_km","duration_seconds","rpe"\n`
  const names = ["Bench Press (Barbell)", "Squat (Barbell)", "Bicep Curl (Dumbbell)", "Plank"]
  for (let session = Math.ceil(sets / 20); session > 0; session--) {
    const at = new Date(Date.UTC(2020, 0, 1) + session * 86_400_000)
    const day = `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
    for (let set = 0; set < 20; set++) {
      const name = names[Math.floor(set / 5)]
      yield `"Full body","${day}, 18:00","${day}, 19:05","","${name}",,"",${set % 5},"normal",${20 + roll(300) / 2},${1 + roll(12)},,,\n`
    }
  }
}

/** `servings.csv` of Cronometer, oldest first. */
export function* cronometer(rows: number): Generator<string> {
  yield "Day,Time,Group,Food Name,Amount,Energy (kcal),Protein (g),Carbs (g),Fat (g)\n"
  const groups = ["Breakfast", "Lunch", "Dinner", "Snacks"]
  for (let row = 0; row < rows; row++) {
    const day = new Date(Date.UTC(1995, 0, 1 + Math.floor(row / 20))).toISOString().slice(0, 10)
    yield `${day},${8 + (row % 12)}:30,${groups[row % 4]},"Food ${row % 700}",${1 + (row % 9)} g,${100 + (row % 300)},${row % 40},${row % 60},${row % 30}\n`
  }
}

if (import.meta.main) {
  const [kind, size = "", path = ""] = process.argv.slice(2)
  if (kind === "apple-health") await write(path, appleHealth(Number(size) * 1_048_576))
  else if (kind === "hevy") await write(path, hevy(Number(size)))
  else if (kind === "cronometer") await write(path, cronometer(Number(size)))
  else throw new Error("pass apple-health MIB FILE, hevy SETS FILE, or cronometer ROWS FILE")
}
