import { kilogramsIn } from "./amounts.ts"
import { NOWHERE, type ReadingColumns } from "./reading-columns.ts"
import type { Header } from "./table.ts"

/** The name of a column as lower-case words, without its unit: the same for `fatRate`, `weight_kg` and `Weight(kg)`. */
export interface ColumnName {
  readonly words: string
  /** In lower case; empty if the name has none. */
  readonly unit: string
}

const UNIT =
  /^(.*?)(?:(?<![ (])[ (]+)?\b(kgs?|kilograms?|kilos?|lbs?|pounds?|grams?|st|stones?|cm|mmhg|kcal|percent)(?:\(s\))?\)?$/

/** Splits a column's name into its words and its unit. */
export const columnName = (written: string): ColumnName => {
  const words = written
    .replace("\ufeff", "")
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .replaceAll(/[_.:#/-]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
  const percent = /^(.*?) ?\(?%\)?$/.exec(words)
  if (percent !== null) return { words: percent[1]?.trim() ?? "", unit: "%" }
  const bracketed = /^(.+?) ?[([]([^()[\]]*)[)\]]$/.exec(words)
  if (bracketed !== null) return { words: bracketed[1]?.trim() ?? "", unit: bracketed[2]?.trim() ?? "" }
  const ended = UNIT.exec(words)
  return ended === null ? { words, unit: "" } : { words: ended[1]?.trim() ?? "", unit: ended[2] ?? "" }
}

const oneOf = (...names: ReadonlyArray<string>): RegExp => new RegExp(`^(?:${names.join("|")})$`)

/** In English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Danish, Norwegian, Swedish and Finnish. */
const DATE = oneOf("date", "day", "datum", "fecha", "data", "dato", "päivämäärä", "measure(?:ment)? date")
const DATE_TIME = oneOf("date ?time", "timestamp", "time ?stamp", "time of measurement", "measured at", "recorded at")
const TIME = oneOf("time", "uhrzeit", "zeit", "heure", "hora", "ora", "tijd", "godzina", "tid", "klokkeslett", "aika")
const WEIGHT = oneOf(
  "(?:body )?weight",
  "body mass",
  "(?:körper)?gewicht",
  "poids",
  "peso",
  "waga",
  "vægt",
  "vekt",
  "vikt",
  "paino"
)
const UNITS = oneOf("(?:weight )?unit", "einheit", "unité", "unidad", "eenheid")
const BODY_FAT = oneOf(
  "body ?fat(?: (?:percentage|rate|ratio))?",
  "fat (?:percentage|rate|ratio)",
  "körperfett(?:anteil)?",
  "graisse corporelle",
  "grasa corporal",
  "gordura corporal",
  "grasso corporeo",
  "lichaamsvet",
  "kroppsfett",
  "kropsfedt"
)
/** The body's fat if it is in percent; scales give its kilograms by the same name. */
const FAT_MASS = oneOf("(?:body )?fat mass", "masse grasse", "masa grasa", "massa grassa", "massa gorda")
/** On their own, these may refer to food. */
const FAT = oneOf("fat", "fett", "graisse", "grasa", "gordura", "grasso", "vet", "tłuszcz")
const STEPS = oneOf(
  "steps?",
  "(?:total|daily) steps",
  "step count",
  "number of steps",
  "schritte",
  "(?:nombre de )?pas",
  "pasos",
  "passos",
  "passi",
  "stappen",
  "kroki",
  "skridt",
  "skritt",
  "steg",
  "askeleet"
)

/** A metric by the words of a column's name in any order: all are among these, and some of them identify it. */
interface MetricWords {
  readonly words: ReadonlySet<string>
  readonly telling: RegExp
}

const metricWords = (words: string, telling: RegExp): MetricWords => ({ words: new Set(words.split(" ")), telling })

const WEIGHT_WORDS = metricWords(
  "weight body mass and & my measured current morning",
  /\bweight\b|\bbody\b.*\bmass\b|\bmass\b.*\bbody\b/
)
const FAT_WORDS = metricWords(
  "body fat bodyfat percentage percent rate ratio and & my measured",
  /\bbodyfat\b|\bbody\b.*\bfat\b|\bfat\b.*\bbody\b/
)
const STEP_WORDS = metricWords(
  "step steps count counts total daily number of per day my",
  /\bsteps\b|\bstep\b.*\bcounts?\b/
)

const consistsOf = (name: string, { words, telling }: MetricWords): boolean =>
  telling.test(name) && name.split(/[\s,()[\]]+/).every((word) => word === "" || words.has(word))

/** What scales measure besides weight. A table with one of these is about a body. */
const COMPOSITION =
  /^(?:bmi|imc|(?:skeletal )?muscles?\b.*|bone\b.*|(?:body )?water\b.*|hydration|visceral ?fat\b.*|subcutaneous fat|(?:basal )?metabolism|bmr|metabolic age|body age|lean\b.*|lbm|(?:body )?fat mass|fat free\b.*|body fat mass|impedance|body type|physique rating|whr\b.*|weight level|optimal weight|target to optimal\b.*)$/
/** The same in other languages. */
const COMPOSITION_ELSEWHERE =
  /^(?:(?:körper)?wasser(?:anteil)?|muskel(?:masse|anteil|n)?|knochen(?:masse|anteil)?|viszeralfett|grundumsatz|masse (?:musculaire|osseuse|grasse|hydrique)|eau(?: corporelle)?|masa (?:muscular|ósea|grasa)|agua(?: corporal)?|massa (?:muscolare|ossea|grassa|muscular|óssea|gorda)|acqua(?: corporea)?|água(?: corporal)?|spiermassa|botmassa|lichaamswater|muskelmassa|benmassa|kroppsvatten)$/
/** What people and apps record beside a weight. */
const BESIDE =
  /^(?:|notes?|notiz(?:en)?|nota|notitie|notatka|anteckning|notat|muistiinpano|comments?|remarks?|log|trend|(?:weight|body fat|muscle mass) trend|device|source|data source|model|category|no|id|height|größe|biceps|caliper ?\d?|chest|hips?|neck|thighs?|waist|arms?|calf|calves|shoulders|bp(?: systolic| diastolic)?|(?:bp )?(?:systolic|diastolic)\b.*|heart rate|pulse|mood|energy level|sleep\b.*)$/
/** Columns found beside steps and body composition that in other tables indicate food or training. */
const BESIDE_OTHERS =
  /^(?:protein(?: (?:mass|percentage))?|distance|run ?distance|calories(?: burned)?|floors(?: climbed)?|goal|(?:active|move) minutes|flights climbed)$/

export const isComposition = ({ words }: ColumnName): boolean =>
  COMPOSITION.test(words) || COMPOSITION_ELSEWHERE.test(words)

/** The places of a body's columns in a header, by the meaning of their names. */
export const bodyColumns = (header: Header): ReadingColumns => {
  const names = header.written.map(columnName)
  const find = (pattern: RegExp, fits: (unit: string) => boolean = () => true): number =>
    names.findIndex(({ words, unit }) => pattern.test(words) && fits(unit))
  const findWords = (place: number, metric: MetricWords, fits: (unit: string) => boolean): number =>
    place !== -1 ? place : names.findIndex(({ words, unit }) => consistsOf(words, metric) && fits(unit))
  const isPercent = (unit: string) => unit === "" || unit === "%" || unit === "percent"
  const isMass = (unit: string) => unit === "" || kilogramsIn(unit) !== null
  const isCount = (unit: string) => /^(?:steps?|counts?|)$/.test(unit)
  const [dateTime, day, time] = [find(DATE_TIME), find(DATE), find(TIME)]
  const date = dateTime !== -1 ? dateTime : day !== -1 ? day : time
  const named = findWords(find(WEIGHT, isMass), WEIGHT_WORDS, isMass)
  const isWritten = (unit: string) => unit !== "" && isPercent(unit)
  const share = findWords(find(BODY_FAT, isPercent), FAT_WORDS, isPercent)
  const fat = share !== -1 ? share : find(FAT_MASS, isWritten)
  const bare = find(FAT, names.some(isComposition) ? isPercent : isWritten)
  return {
    ...NOWHERE,
    date,
    time: date === time || date === dateTime ? -1 : time,
    weight: named !== -1 ? named : find(/^$/, (unit) => kilogramsIn(unit) !== null),
    unit: find(UNITS),
    fat: fat !== -1 ? fat : bare,
    steps: findWords(find(STEPS), STEP_WORDS, isCount)
  }
}

const KNOWN = [DATE, DATE_TIME, TIME, WEIGHT, UNITS, BODY_FAT, FAT, STEPS, BESIDE]
const METRICS = [WEIGHT_WORDS, FAT_WORDS, STEP_WORDS]

/** Whether people and apps record a column of this name with what is read of a body. */
export const isBesideBody = (name: ColumnName): boolean =>
  isComposition(name) ||
  KNOWN.some((each) => each.test(name.words)) ||
  METRICS.some((each) => consistsOf(name.words, each))

/** Whether a column of this name is beside steps and body composition, although elsewhere it is about food or training. */
export const isBesideOthers = ({ words }: ColumnName): boolean => BESIDE_OTHERS.test(words)

/** The columns with those metrics that the words of a name show, where an app's own names show none. */
export const withWords = (header: Header, found: ReadingColumns): ReadingColumns => {
  const { weight, fat, steps } = bodyColumns(header)
  const free = (place: number) => (Object.values(found).includes(place) ? -1 : place)
  return {
    ...found,
    weight: found.weight === -1 ? free(weight) : found.weight,
    fat: found.fat === -1 ? free(fat) : found.fat,
    steps: found.steps === -1 ? free(steps) : found.steps
  }
}

/** The place of the column that names a device or an app, else -1. */
export const counterColumn = (header: Header): number =>
  header.written.map(columnName).findIndex(({ words }) => /^(?:(?:data )?source|device(?: name)?|model)$/.test(words))

/** The place of the column with a height in centimetres, else -1. */
export const heightColumn = (header: Header): number =>
  header.written.map(columnName).findIndex(({ words }) => /^(?:height|größe)$/.test(words))
