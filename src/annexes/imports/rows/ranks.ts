import { sourceRow } from "../sources.ts"

/**
 * Rank of what a connected device states about a day: it continues where a file ends. For its sessions, which have no
 * sets, see SESSIONS_OF_DEVICES.
 */
export const DEVICE_RANK = 1000

/** Whether an import of this rank is the standing import of a device. */
export const isRankOfDevice = (rank: number): boolean => rank === DEVICE_RANK

/**
 * Rank of the sessions of devices, below those of all files. Among several devices, what they state decides, and their
 * order.
 */
export const SESSIONS_OF_DEVICES = 1

/** Ranks a session by the source of its file. Null, for sessions logged in Fettle, comes first. */
export const sessionRank = (source: string | null): number =>
  source === null || source === "fettle" ? Number.POSITIVE_INFINITY : (sourceRow(source)?.rank ?? 0)

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
