import type { ImportId } from "../rows/model.ts"
import { isRankOfDevice } from "../rows/ranks.ts"
import type { Item, Stated } from "./store.ts"

/** What to do with a fact of a file. `write` is false if the stored fact is right as it is. */
export type Decision =
  | { readonly to: "new"; readonly write: boolean; readonly factId: string | undefined }
  | { readonly to: "changed"; readonly write: boolean; readonly factId: string }
  | { readonly to: "unchanged"; readonly record: Recording | undefined }
  | {
      readonly to: "leftOut"
      readonly reason: string
      readonly record: Recording | undefined
      /** Whether another source's statement stays. */
      readonly isOthers: boolean
    }

/** How to record a statement that changes nothing: it may come into force once another import is undone. */
export interface Recording {
  readonly factId: string
  /** Whether the source in force has a higher rank. */
  readonly isBeneath: boolean
}

/** Whether a file states what the latest file of its source before it has stated. */
export const isRepeated = (stated: Stated | undefined, fingerprint: string): boolean =>
  stated?.bySource[0] === fingerprint

/** Whether to write the fact as the source states it. */
export const isWritten = (decision: Decision): boolean =>
  decision.to === "new" || decision.to === "changed" ? decision.write : decision.record?.isBeneath === false

/** Whether to record the source's statement beneath the one in force. */
export const isBeneath = (decision: Decision): boolean =>
  (decision.to === "unchanged" || decision.to === "leftOut") && decision.record?.isBeneath === true

/** The id of the existing fact; undefined for a new one. */
export const factOf = (decision: Decision): string | undefined =>
  decision.to === "new" || decision.to === "changed" ? decision.factId : decision.record?.factId

/** Why a statement makes nothing: somebody has deleted the fact. */
export const DELETED = "was deleted in Fettle since it was imported, and stays deleted"
/** Why a device's statement makes nothing. */
export const ELSEWHERE = "is stated by another device of yours, which was connected earlier"
/** Or changed it. */
export const EDITED = "has changed at its source, but was also changed in Fettle, which is kept"

/**
 * Decides on what a device has sent otherwise of the same app, by the keys of what devices have `sent` of it: it is taken back, and
 * then everything is decided on again. Undefined for all else.
 */
export const decideOnSent = (
  item: Item | undefined,
  fingerprint: string,
  sent: ReadonlySet<string>
): Decision | undefined =>
  item?.since === "same" && isRankOfDevice(item.rank) && item.fingerprint !== fingerprint && sent.has(item.key)
    ? { to: "changed", write: false, factId: item.factId }
    : undefined

/** What a source states about a fact, and what it stated before. */
export interface Statement {
  readonly fingerprint: string
  readonly source: string
  /** The import's rank: the source with the highest rank counts. */
  readonly rank: number
  /** What imports wrote under the fact's key. */
  readonly stated: Stated | undefined
  /** Whether this very file was imported before. */
  readonly isRepeat: boolean
}

/**
 * Whether a source repeats an earlier statement. A file that is imported again states nothing new, even if a later file
 * of its source stated something else.
 */
const isSaidAgain = ({ fingerprint, stated, isRepeat }: Statement): boolean =>
  stated !== undefined &&
  (stated.bySource[0] === fingerprint ||
    (isRepeat && (stated.bySource.length === 0 || stated.byAny.includes(fingerprint))))

/** Leaves a statement out for a reason of the person's own. */
export const leftOut = (reason: string): Decision => ({ to: "leftOut", reason, record: undefined, isOthers: false })

const giveWay = (reason: string, record?: Recording): Decision => ({ to: "leftOut", reason, record, isOthers: true })

/**
 * Decides by what is in force under a fact's key. Within a source, the latest import counts; among sources, the one
 * with the highest rank, whichever came first. A source that repeats itself changes nothing. Rows of an interrupted
 * import count as what they were when it wrote them. With `overwrite`, changes made in Fettle are replaced.
 */
export const decide = (
  item: Item | undefined,
  statement: Statement,
  importId: ImportId | undefined,
  overwrite = false
): Decision => {
  if (item === undefined) {
    // A later file of its source does not state it any more, and this one is no later than before.
    if (statement.isRepeat && statement.stated?.byAny.includes(statement.fingerprint) === true)
      return { to: "unchanged", record: undefined }
    return { to: "new", write: true, factId: undefined }
  }
  const { factId, since } = item
  const isSame = item.fingerprint === statement.fingerprint
  if (since === "hidden") return giveWay(`is there already from ${item.source}`)
  if (item.importId === importId) {
    const write = !isSame && since === "same"
    return item.isChange ? { to: "changed", write, factId } : { to: "new", write, factId }
  }
  if (since === "deleted") return leftOut(DELETED)
  if (since === "edited" && overwrite) return { to: "changed", write: true, factId }
  const said = isSaidAgain(statement)
  if (since === "edited") return isSame || said ? { to: "unchanged", record: undefined } : leftOut(EDITED)
  const isBeneath = item.rank > statement.rank
  // A file of an app, and that app on a device, are two sources.
  const isOther = item.source !== statement.source || isRankOfDevice(item.rank) !== isRankOfDevice(statement.rank)
  const record = isOther && !said && item.rank !== statement.rank ? { factId, isBeneath } : undefined
  if (isSame) return { to: "unchanged", record }
  if (isBeneath && isOther) return giveWay(`gave way to ${item.source}, which comes first`, record)
  return said ? { to: "unchanged", record: undefined } : { to: "changed", write: true, factId }
}

/**
 * Decides for a device, whose standing import stays open: its latest statement holds, whatever it stated before. Among
 * devices, the first in their order determines a fact. `seniors` are the standing imports of those before this one.
 */
export const decideStanding = (
  item: Item | undefined,
  statement: Omit<Statement, "stated" | "isRepeat">,
  own: ImportId,
  seniors: ReadonlySet<ImportId>
): Decision => {
  if (item === undefined) return { to: "new", write: true, factId: undefined }
  const { importId, factId, since } = item
  const isOwn = importId === own
  if (since === "hidden" || !(isOwn || isRankOfDevice(item.rank))) {
    return decide(item, { ...statement, stated: undefined, isRepeat: false }, undefined)
  }
  if (since === "deleted") return leftOut(DELETED)
  const isSame = item.fingerprint === statement.fingerprint
  // An equal statement of a later device is taken over, so that the fact stays if that device takes it back.
  const isTaken = !isOwn && !seniors.has(importId) && since === "same"
  if (isSame) return { to: "unchanged", record: isTaken ? { factId, isBeneath: false } : undefined }
  if (seniors.has(importId)) return leftOut(ELSEWHERE)
  return since === "edited" ? leftOut(EDITED) : { to: "changed", write: true, factId }
}
