import type { ImportId } from "./model.ts"
import type { Item, Stated } from "./store.ts"

/** What is to be done with a fact of a file. `write` is false where it is as it should be. */
export type Decision =
  | { readonly to: "new"; readonly write: boolean; readonly factId: string | undefined }
  | { readonly to: "changed"; readonly write: boolean; readonly factId: string }
  | { readonly to: "unchanged"; readonly record: Recording | undefined }
  | {
      readonly to: "leftOut"
      readonly reason: string
      readonly record: Recording | undefined
      /** Whether that of another source stays. */
      readonly isOthers: boolean
    }

/** How to record what a source states, where that changes nothing: it may come into force once another import is undone. */
export interface Recording {
  readonly factId: string
  /** Whether the source that is in force has a higher rank. */
  readonly isBeneath: boolean
}

/** Whether the fact is to be written as the source states it. */
export const isWritten = (decision: Decision): boolean =>
  decision.to === "new" || decision.to === "changed" ? decision.write : decision.record?.isBeneath === false

/** Whether what the source states is to be recorded beneath what is in force. */
export const isBeneath = (decision: Decision): boolean =>
  (decision.to === "unchanged" || decision.to === "leftOut") && decision.record?.isBeneath === true

/** The fact that is decided on; undefined if it is new. */
export const factOf = (decision: Decision): string | undefined =>
  decision.to === "new" || decision.to === "changed" ? decision.factId : decision.record?.factId

const DELETED = "was deleted in Fettle since it was imported, and stays deleted"
const ELSEWHERE = "is stated by another device of yours, which was connected earlier"
const EDITED = "has changed at its source, but was also changed in Fettle, which is kept"

/** What a source says of a fact, and what it said before. */
export interface Statement {
  readonly fingerprint: string
  readonly source: string
  /** Of the import: among sources, the one with the highest rank counts. */
  readonly rank: number
  /** What imports wrote under the fact's key. */
  readonly stated: Stated | undefined
  /** Whether this very file was imported before. */
  readonly isRepeat: boolean
}

/**
 * Whether a source says what it said before. A file that comes again says nothing new, though a later one of its source said something
 * else.
 */
const isSaidAgain = ({ fingerprint, stated, isRepeat }: Statement): boolean =>
  stated !== undefined &&
  (stated.bySource[0] === fingerprint ||
    (isRepeat && (stated.bySource.length === 0 || stated.byAny.includes(fingerprint))))

const leftOut = (reason: string): Decision => ({ to: "leftOut", reason, record: undefined, isOthers: false })

const giveWay = (reason: string, record?: Recording): Decision => ({ to: "leftOut", reason, record, isOthers: true })

/**
 * Decides by what is in force under the key of a fact. Of one source, the latest import counts; among sources, the one with the highest
 * rank, whichever came first. A source that says what it said before changes nothing. The rows of an import that was cut off count as what
 * they were when it wrote them. With `overwrite`, what was changed in Fettle is replaced.
 */
export const decide = (
  item: Item | undefined,
  statement: Statement,
  importId: ImportId | undefined,
  overwrite = false
): Decision => {
  if (item === undefined) return { to: "new", write: true, factId: undefined }
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
  const isOther = item.source !== statement.source
  const record = isOther && !said && item.rank !== statement.rank ? { factId, isBeneath } : undefined
  if (isSame) return { to: "unchanged", record }
  if (isBeneath && isOther) return giveWay(`gave way to ${item.source}, which comes first`, record)
  return said ? { to: "unchanged", record: undefined } : { to: "changed", write: true, factId }
}

/**
 * Decides for a device, whose standing import stays open: what it stated last holds, whatever it stated before. Among
 * devices, the one that was connected first holds. `seniors` are the standing imports of those connected earlier.
 */
export const decideStanding = (
  item: Item | undefined,
  statement: Statement,
  own: ImportId,
  seniors: ReadonlySet<ImportId>
): Decision => {
  if (item === undefined) return { to: "new", write: true, factId: undefined }
  const { importId, factId, fingerprint, since } = item
  if (since === "hidden" || (importId !== own && !seniors.has(importId))) return decide(item, statement, undefined)
  if (since === "deleted") return leftOut(DELETED)
  if (fingerprint === statement.fingerprint) return { to: "unchanged", record: undefined }
  if (importId !== own) return leftOut(ELSEWHERE)
  return since === "edited" ? leftOut(EDITED) : { to: "changed", write: true, factId }
}
