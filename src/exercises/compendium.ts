/** A row of the Compendium. `met` is gross; 1 MET is 3.5 ml of oxygen per kilogram and minute. */
export interface CompendiumRow {
  readonly met: number
  readonly activity: string
}

/**
 * The rows of the 2024 Adult Compendium of Physical Activities that are used, by code. Values are unchanged,
 * descriptions shortened.
 *
 * Herrmann SD, Willis EA, Ainsworth BE, et al. 2024 Adult Compendium of Physical Activities: a third update of the
 * energy costs of human activities. J Sport Health Sci 2024;13(1):6–12. doi:10.1016/j.jshs.2023.10.010
 */
export const COMPENDIUM = {
  "01009": { met: 8.5, activity: "bicycling, mountain, general" },
  "01010": { met: 4.0, activity: "bicycling, under 10 mph, leisure" },
  "01013": { met: 5.8, activity: "bicycling, dirt or farm road, moderate" },
  "01014": { met: 7.0, activity: "bicycling, general" },
  "01018": { met: 3.5, activity: "bicycling, leisure, 5.5 mph" },
  "01019": { met: 5.8, activity: "bicycling, leisure, 9.4 mph" },
  "01020": { met: 6.8, activity: "bicycling, 10–11.9 mph, light effort" },
  "01030": { met: 8.0, activity: "bicycling, 12–13.9 mph, moderate effort" },
  "01040": { met: 10.0, activity: "bicycling, 14–15.9 mph, vigorous effort" },
  "01050": { met: 12.0, activity: "bicycling, 16–19 mph, very fast" },
  "01060": { met: 16.8, activity: "bicycling, over 20 mph, racing" },
  "01200": { met: 6.8, activity: "bicycling, stationary, general" },
  "01214": { met: 4.0, activity: "bicycling, stationary, 50 watts, light effort" },
  "01228": { met: 8.0, activity: "bicycling, stationary, 126–150 watts" },
  "01270": { met: 9.0, activity: "bicycling, stationary, spin class" },
  "02000": { met: 7.3, activity: "aerobics, general" },
  "02005": { met: 4.8, activity: "aerobic dance, low impact, moderate effort" },
  "02006": { met: 8.0, activity: "aerobic dance, high impact, vigorous effort" },
  "02020": { met: 7.5, activity: "calisthenics, vigorous effort" },
  "02022": { met: 3.8, activity: "calisthenics, moderate effort" },
  "02024": { met: 2.8, activity: "calisthenics, light effort" },
  "02034": { met: 3.5, activity: "circuit training, light effort" },
  "02035": { met: 5.0, activity: "circuit training, moderate effort" },
  "02040": { met: 7.5, activity: "circuit training, minimal rest, vigorous" },
  "02048": { met: 5.0, activity: "elliptical trainer, moderate effort" },
  "02049": { met: 9.0, activity: "elliptical trainer, vigorous effort" },
  "02050": { met: 6.0, activity: "weight lifting, power lifting or body building, vigorous effort" },
  "02052": { met: 5.0, activity: "weight training, squats, deadlift, slow or explosive effort" },
  "02054": { met: 3.5, activity: "weight training, multiple exercises, 8–15 reps" },
  "02056": { met: 3.0, activity: "body weight resistance exercises, general" },
  "02057": { met: 6.5, activity: "body weight resistance exercises, high intensity" },
  "02058": { met: 9.8, activity: "kettlebell swings" },
  "02065": { met: 9.3, activity: "stair treadmill, general" },
  "02068": { met: 11.0, activity: "rope skipping, general" },
  "02071": { met: 5.0, activity: "rowing machine, under 100 watts, moderate effort" },
  "02072": { met: 7.5, activity: "rowing machine, 100–149 watts" },
  "02073": { met: 11.0, activity: "rowing machine, 150–199 watts" },
  "02074": { met: 14.0, activity: "rowing machine, 200 watts and over" },
  "02080": { met: 6.8, activity: "ski machine, general" },
  "02101": { met: 2.3, activity: "stretching, mild" },
  "02103": { met: 1.8, activity: "pilates, traditional, mat" },
  "02105": { met: 2.8, activity: "pilates, general" },
  "02120": { met: 5.3, activity: "water aerobics" },
  "02150": { met: 2.3, activity: "yoga, Hatha" },
  "02160": { met: 4.0, activity: "yoga, power" },
  "02180": { met: 3.5, activity: "yoga, Surya Namaskar" },
  "02210": { met: 7.0, activity: "high-intensity interval exercise, moderate effort" },
  "02214": { met: 11.0, activity: "high-intensity interval exercise, vigorous effort" },
  "02310": { met: 6.5, activity: "Zumba, group class" },
  "05030": { met: 3.3, activity: "cleaning, house or cabin, general, moderate effort" },
  "08245": { met: 3.8, activity: "gardening, general, moderate effort" },
  "12010": { met: 6.0, activity: "jogging and walking combined" },
  "12020": { met: 7.5, activity: "jogging, general, self-selected pace" },
  "12028": { met: 6.5, activity: "running, 4–4.2 mph" },
  "12029": { met: 7.8, activity: "running, 4.3–4.8 mph" },
  "12030": { met: 8.5, activity: "running, 5–5.2 mph" },
  "12045": { met: 9.0, activity: "running, 5.5–5.8 mph" },
  "12050": { met: 9.3, activity: "running, 6–6.3 mph" },
  "12060": { met: 10.5, activity: "running, 6.7 mph" },
  "12070": { met: 11.0, activity: "running, 7 mph" },
  "12080": { met: 11.8, activity: "running, 7.5 mph" },
  "12090": { met: 12.0, activity: "running, 8 mph" },
  "12100": { met: 12.5, activity: "running, 8.6 mph" },
  "12110": { met: 13.0, activity: "running, 9 mph" },
  "12115": { met: 14.8, activity: "running, 9.3–9.6 mph" },
  "12120": { met: 14.8, activity: "running, 10 mph" },
  "12130": { met: 16.8, activity: "running, 11 mph" },
  "12132": { met: 18.5, activity: "running, 12 mph" },
  "12134": { met: 19.8, activity: "running, 13 mph" },
  "12135": { met: 23.0, activity: "running, 14 mph" },
  "12140": { met: 9.3, activity: "running, cross country" },
  "15020": { met: 7.0, activity: "badminton, competitive" },
  "15030": { met: 5.5, activity: "badminton, social" },
  "15040": { met: 8.0, activity: "basketball, game" },
  "15055": { met: 7.5, activity: "basketball, general" },
  "15070": { met: 5.0, activity: "basketball, shooting baskets" },
  "15092": { met: 3.8, activity: "bowling, indoor" },
  "15110": { met: 5.8, activity: "boxing, punching bag" },
  "15115": { met: 8.5, activity: "boxing, punching bag, 120 beats a minute" },
  "15150": { met: 4.8, activity: "cricket, batting, bowling, fielding" },
  "15210": { met: 8.0, activity: "football, competitive" },
  "15250": { met: 8.0, activity: "frisbee, ultimate" },
  "15255": { met: 4.5, activity: "golf, general" },
  "15320": { met: 12.0, activity: "handball, general" },
  "15350": { met: 7.8, activity: "hockey, field" },
  "15360": { met: 8.0, activity: "hockey, ice, general" },
  "15370": { met: 5.5, activity: "horseback riding, general" },
  "15425": { met: 5.3, activity: "martial arts, slower pace, practice" },
  "15430": { met: 10.3, activity: "martial arts, moderate pace" },
  "15457": { met: 7.3, activity: "kickboxing" },
  "15460": { met: 8.0, activity: "lacrosse" },
  "15477": { met: 7.0, activity: "netball" },
  "15535": { met: 7.3, activity: "rock climbing, high difficulty" },
  "15537": { met: 5.8, activity: "rock climbing, low to moderate difficulty" },
  "15550": { met: 12.3, activity: "rope jumping, fast pace" },
  "15552": { met: 8.3, activity: "rope jumping, slow pace" },
  "15560": { met: 8.3, activity: "rugby, union, team, competitive" },
  "15580": { met: 5.0, activity: "skateboarding, general, moderate effort" },
  "15591": { met: 7.5, activity: "in-line skating, recreational pace" },
  "15605": { met: 9.5, activity: "soccer, competitive" },
  "15610": { met: 7.0, activity: "soccer, casual" },
  "15620": { met: 5.0, activity: "softball or baseball, general" },
  "15652": { met: 7.3, activity: "squash, general" },
  "15660": { met: 4.0, activity: "table tennis" },
  "15670": { met: 3.3, activity: "tai chi, general" },
  "15675": { met: 6.8, activity: "tennis, general, moderate effort" },
  "15676": { met: 8.0, activity: "tennis, general, competitive" },
  "15695": { met: 5.0, activity: "tennis, hitting balls" },
  "15700": { met: 6.3, activity: "trampoline, recreational" },
  "15710": { met: 4.0, activity: "volleyball" },
  "15711": { met: 6.0, activity: "volleyball, competitive, in a gymnasium" },
  "15720": { met: 3.0, activity: "volleyball, non-competitive" },
  "17010": { met: 7.0, activity: "backpacking" },
  "17012": { met: 7.8, activity: "hiking with a daypack" },
  "17034": { met: 5.3, activity: "climbing hills, 1–5 % grade, moderate to brisk" },
  "17035": { met: 7.0, activity: "climbing hills, 6–10 % grade, moderate to brisk" },
  "17036": { met: 8.8, activity: "climbing hills, 11–20 % grade, slow to moderate" },
  "17080": { met: 6.0, activity: "hiking, cross country" },
  "17082": { met: 5.3, activity: "hiking at a normal pace through fields and hillsides" },
  "17131": { met: 6.8, activity: "stair climbing, general" },
  "17133": { met: 4.5, activity: "stair climbing, slow pace" },
  "17134": { met: 9.3, activity: "stair climbing, fast pace" },
  "17151": { met: 2.3, activity: "walking, under 2 mph" },
  "17152": { met: 2.8, activity: "walking, 2–2.4 mph" },
  "17170": { met: 3.0, activity: "walking, 2.5 mph" },
  "17190": { met: 3.8, activity: "walking, 2.8–3.4 mph" },
  "17200": { met: 4.8, activity: "walking, 3.5–3.9 mph" },
  "17220": { met: 5.5, activity: "walking, 4–4.4 mph" },
  "17230": { met: 7.0, activity: "walking, 4.5–4.9 mph" },
  "17231": { met: 8.5, activity: "walking, 5–5.5 mph" },
  "18100": { met: 5.0, activity: "kayaking, moderate effort" },
  "18220": { met: 3.0, activity: "surfing, body or board, general" },
  "18225": { met: 6.0, activity: "paddle boarding, standing" },
  "18230": { met: 9.8, activity: "swimming laps, freestyle, fast, vigorous effort" },
  "18240": { met: 5.8, activity: "swimming laps, freestyle, slow" },
  "18310": { met: 6.0, activity: "swimming, leisurely, general" },
  "19030": { met: 7.0, activity: "ice skating, general" },
  "19090": { met: 8.5, activity: "cross-country skiing, 4–4.9 mph, moderate effort" },
  "19160": { met: 6.3, activity: "downhill skiing or snowboarding, moderate effort" }
} as const satisfies Record<string, CompendiumRow>

export type CompendiumCode = keyof typeof COMPENDIUM

/** A row for a range of speeds in miles per hour, the Compendium's unit. */
export interface SpeedRow {
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
 * Speed on a rowing machine in mph for a power: watts = 2.80 × (metres per second)³, the formula of the maker
 * (Concept2).
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
 * For an exercise's code, which stands for moderate effort: the rows for light and vigorous effort, and those by speed.
 * If a row is absent, the Compendium has none, and the exercise's own row applies.
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
 * The row whose speed or range of speeds is nearest to the given metres per second; of two equally near, the slower
 * one. Speeds below all rows get the slowest row, speeds above all rows the fastest.
 */
export const nearestSpeedRow = (rows: ReadonlyArray<SpeedRow>, metresPerSecond: number): SpeedRow | undefined => {
  const mph = metresPerSecond / METRES_PER_SECOND_PER_MPH
  const away = (row: SpeedRow) => Math.max(row.from - mph, mph - row.to, 0)
  return rows.reduce<SpeedRow | undefined>(
    (nearest, row) => (nearest === undefined || away(row) < away(nearest) ? row : nearest),
    undefined
  )
}
