import type { Source } from "./rows.ts"

/**
 * Ranks of the sources: if several state something about one day, the one with the highest rank counts, whichever was
 * imported first. What a person has written down comes first, then scales, then what devices have counted, then food
 * diaries, to which weights are passed on, then collections of others' measurements. No two are equal, and ranks are
 * stored with imports, so a new source takes a free number.
 */
export const RANKS = {
  csv: 900,
  hevy: 890,
  strong: 880,
  fitnotes: 870,
  fitbod: 860,
  jefit: 850,
  stronglifts: 840,
  gymbook: 830,
  withings: 790,
  renpho: 780,
  eufy: 770,
  libra: 760,
  "happy-scale": 750,
  garmin: 690,
  fitbit: 680,
  "samsung-health": 670,
  oura: 660,
  whoop: 650,
  strava: 640,
  runkeeper: 635,
  "activity-files": 630,
  cronometer: 590,
  macrofactor: 580,
  myfitnesspal: 570,
  "lose-it": 560,
  fatsecret: 550,
  yazio: 540,
  "apple-health": 290,
  "google-fit": 280,
  "health-auto-export": 270
} as const satisfies Readonly<Record<Source, number>>

/**
 * Rank of what a connected device states about a day: it continues where a file ends. For its sessions, which have no
 * sets, see SESSIONS_OF_DEVICES.
 */
export const DEVICE_RANK = 1000

/** Whether an import of this rank is the standing import of a device. */
export const isRankOfDevice = (rank: number): boolean => rank === DEVICE_RANK

const rankOf: ReadonlyMap<string, number> = new Map(Object.entries(RANKS))

/**
 * Rank of the sessions of devices, below those of all files. Among several devices, what they state decides, and their
 * order.
 */
export const SESSIONS_OF_DEVICES = 1

/** Ranks a session by the source of its file. Null, for sessions logged in Fettle, comes first. */
export const sessionRank = (source: string | null): number =>
  source === null || source === "fettle" ? Number.POSITIVE_INFINITY : (rankOf.get(source) ?? 0)

/** An item's place is the rank of its import, times this, plus the number of earlier imports. */
const PLACES = 1_000_000

/** The rank of the import that made an item, from the item's place; 0 for items made before ranks existed. */
export const rankOfPlace = (place: number): number => Math.floor(place / PLACES)

/** The place of an item made by an import of this rank. */
export const placeIn = (rank: number, place: number): number => rank * PLACES + place

/** Items from this place on are those of devices, or record that a session is hidden. */
export const FIRST_OF_DEVICES = DEVICE_RANK * PLACES

/** Items from this place on record that a session is hidden by one from a source with a higher rank. */
export const FIRST_HIDING = 2_000_000_000
/** The state recorded for a hidden session. */
export const HIDDEN = "hidden"
