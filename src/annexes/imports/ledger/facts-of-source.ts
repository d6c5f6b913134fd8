import type { ActivityDay } from "../../../values/activity-day.ts"

/** A fact that files of a source state. */
export interface FactOfSource {
  readonly key: string
  /** Its name for people; empty for readings. */
  readonly name: string
  readonly day: ActivityDay
  /** When a session begins, in ISO 8601. */
  readonly startTime: string | null
  /** What somebody has done with it since, or that a later file of the source does not state it. */
  readonly since: "same" | "edited" | "withdrawn"
}

/** Kinds of which a fact is known by its place if its key has changed. */
export type ChangedKind = "entry" | "workout"

/** A fact of a source that somebody has changed or deleted since it was imported. */
export interface ChangedFact {
  readonly key: string
  readonly slot: string
  readonly since: "edited" | "deleted"
  /** The imports of the source that state it. */
  readonly statedBy: ReadonlyArray<string>
}

/** A fact that earlier imports of a source stated, and later ones do not. */
export type WithdrawnFact = Omit<ChangedFact, "since">
