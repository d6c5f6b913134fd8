import type { Source } from "./rows.ts"

/**
 * Which source counts where several state something of one day: the one with the higher rank, whichever was imported first. What a person
 * has written down comes first, then scales, then what devices have counted, then diaries of food, to which weights are passed on, then
 * collections of what others have measured. No two are equal, and ranks are stored with imports, so a new source takes a free number.
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

/** Of what a connected device states of a day: it goes on where a file ends. Of its sessions, which have no sets, see `sessionRank`. */
export const DEVICE_RANK = 1000

const rankOf: ReadonlyMap<string, number> = new Map(Object.entries(RANKS))

/** Ranks a session by its source. Null, for what was logged in Fettle, comes before all; devices come last, and are equal. */
export const sessionRank = (source: string | null): number =>
  source === null || source === "fettle" ? Number.POSITIVE_INFINITY : (rankOf.get(source) ?? 0)

/** The place of an item holds the rank of its import, times this, and how many imports there were before. */
const PLACES = 1_000_000

/** The rank of the import that made an item, by the item's place; 0 for items from before there were ranks. */
export const rankOfPlace = (place: number): number => Math.floor(place / PLACES)

/** The place of what an import of this rank makes. */
export const placeIn = (rank: number, place: number): number => rank * PLACES + place

/** Items from this place on hide a session for one of a source with a higher rank. */
export const FIRST_HIDING = 2_000_000_000
/** The state of what such an item left: nothing. */
export const HIDDEN = "hidden"
