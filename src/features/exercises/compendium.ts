import { COMPENDIUM } from "./compendium-rows.ts"

export type CompendiumCode = keyof typeof COMPENDIUM

/** A row for a range of speeds in miles per hour, the Compendium's unit. */
interface SpeedRow {
  readonly from: number
  readonly to: number
  readonly code: CompendiumCode
}

const at = (mph: number, code: CompendiumCode): SpeedRow => ({ from: mph, to: mph, code })
const between = (from: number, to: number, code: CompendiumCode): SpeedRow => ({ from, to, code })

const WALKING = [
  between(0, 1.9, "17151"),
  between(2, 2.4, "17152"),
  at(2.5, "17170"),
  between(2.8, 3.4, "17190"),
  between(3.5, 3.9, "17200"),
  between(4, 4.4, "17220"),
  between(4.5, 4.9, "17230"),
  between(5, 5.5, "17231")
]

/** Running below 4 mph, the slowest running row, counts as walking. */
const RUNNING = [
  ...WALKING.filter((row) => row.to < 4),
  between(4, 4.2, "12028"),
  between(4.3, 4.8, "12029"),
  between(5, 5.2, "12030"),
  between(5.5, 5.8, "12045"),
  between(6, 6.3, "12050"),
  at(6.7, "12060"),
  at(7, "12070"),
  at(7.5, "12080"),
  at(8, "12090"),
  at(8.6, "12100"),
  at(9, "12110"),
  between(9.3, 9.6, "12115"),
  at(10, "12120"),
  at(11, "12130"),
  at(12, "12132"),
  at(13, "12134"),
  at(14, "12135")
]

const CYCLING = [
  at(5.5, "01018"),
  at(9.4, "01019"),
  between(10, 11.9, "01020"),
  between(12, 13.9, "01030"),
  between(14, 15.9, "01040"),
  between(16, 19, "01050"),
  at(20, "01060")
]

const METRES_PER_SECOND_PER_MPH = 0.44704

/**
 * Speed on a rowing machine in mph from power, by the formula of the manufacturer (Concept2): watts = 2.80 × (metres
 * per second)³.
 */
const rowingSpeed = (watts: number) => Math.cbrt(watts / 2.8) / METRES_PER_SECOND_PER_MPH

const ROWING = [
  between(0, rowingSpeed(100), "02071"),
  between(rowingSpeed(100), rowingSpeed(150), "02072"),
  between(rowingSpeed(150), rowingSpeed(200), "02073"),
  between(rowingSpeed(200), Number.POSITIVE_INFINITY, "02074")
]

interface Variants {
  readonly light?: CompendiumCode
  readonly vigorous?: CompendiumCode
  readonly bySpeed?: ReadonlyArray<SpeedRow>
}

/**
 * Further rows for the code of an exercise, which stands for moderate effort: rows for light and vigorous effort, and
 * by speed. If a row is missing, the Compendium has none, and the exercise's own row applies.
 */
export const VARIANTS: { readonly [code in CompendiumCode]?: Variants } = {
  "01009": { light: "01013" },
  "01014": { light: "01010", vigorous: "01040", bySpeed: CYCLING },
  "01200": { light: "01214", vigorous: "01228" },
  "01270": { light: "01200" },
  "02000": { light: "02005", vigorous: "02006" },
  "02005": { vigorous: "02006" },
  "02020": { light: "02022" },
  "02022": { light: "02024", vigorous: "02020" },
  "02035": { light: "02034", vigorous: "02040" },
  "02048": { vigorous: "02049" },
  "02050": { light: "02054" },
  "02052": { light: "02054", vigorous: "02050" },
  "02054": { vigorous: "02050" },
  "02056": { vigorous: "02057" },
  "02058": { light: "02052" },
  "02068": { light: "15552", vigorous: "15550" },
  "02071": { vigorous: "02072", bySpeed: ROWING },
  "02105": { light: "02103" },
  "02150": { vigorous: "02160" },
  "02210": { vigorous: "02214" },
  "12020": { light: "12010", vigorous: "12050", bySpeed: RUNNING },
  "12050": { light: "12020", vigorous: "12070", bySpeed: RUNNING },
  "12090": { light: "12070", vigorous: "12120", bySpeed: RUNNING },
  "12140": { light: "17080", bySpeed: RUNNING },
  "15030": { vigorous: "15020" },
  "15055": { light: "15070", vigorous: "15040" },
  "15110": { vigorous: "15115" },
  "15425": { vigorous: "15430" },
  "15537": { vigorous: "15535" },
  "15610": { vigorous: "15605" },
  "15675": { light: "15695", vigorous: "15676" },
  "15710": { light: "15720", vigorous: "15711" },
  "17035": { light: "17034", vigorous: "17036" },
  "17080": { light: "17082", vigorous: "17012" },
  "17131": { light: "17133", vigorous: "17134" },
  "17190": { light: "17170", vigorous: "17200", bySpeed: WALKING },
  "18310": { light: "18240", vigorous: "18230" }
}

export const isCompendiumCode = (code: string): code is CompendiumCode => Object.hasOwn(COMPENDIUM, code)

/**
 * The row closest in speed to the given metres per second; the slower one if two are equally close. Speeds below all
 * rows get the slowest row, speeds above all rows the fastest.
 */
export const nearestSpeedRow = (rows: ReadonlyArray<SpeedRow>, metresPerSecond: number): SpeedRow | undefined => {
  const mph = metresPerSecond / METRES_PER_SECOND_PER_MPH
  const away = (row: SpeedRow) => Math.max(row.from - mph, mph - row.to, 0)
  return rows.reduce<SpeedRow | undefined>(
    (nearest, row) => (nearest === undefined || away(row) < away(nearest) ? row : nearest),
    undefined
  )
}
