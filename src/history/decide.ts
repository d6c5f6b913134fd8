import type { ImportId } from "./model.ts"
import type { Item } from "./store.ts"

/** What is to be done with a fact of a file. `write` is false where it is as it should be. */
export type Decision =
  | { readonly to: "new"; readonly write: boolean; readonly factId: string | undefined }
  | { readonly to: "changed"; readonly write: boolean; readonly factId: string }
  | { readonly to: "unchanged" }
  | { readonly to: "leftOut"; readonly reason: string }

const DELETED = "was deleted in Fettle since it was imported, and stays deleted"
const EDITED = "has changed at its source, but was also changed in Fettle, which is kept"

/**
 * Decides by what the latest import did under the key of a fact. The rows of an import that was cut off count as what they were when it
 * wrote them. With `overwrite`, what was changed in Fettle is replaced.
 */
export const decide = (
  item: Item | undefined,
  fingerprint: string,
  importId: ImportId | undefined,
  overwrite = false
): Decision => {
  if (item === undefined) return { to: "new", write: true, factId: undefined }
  const { factId, since } = item
  const isSame = item.fingerprint === fingerprint
  if (item.importId === importId) {
    const write = !isSame && since === "same"
    return item.isChange ? { to: "changed", write, factId } : { to: "new", write, factId }
  }
  if (since === "deleted") return { to: "leftOut", reason: DELETED }
  if (since === "edited" && overwrite) return { to: "changed", write: true, factId }
  if (isSame) return { to: "unchanged" }
  return since === "edited" ? { to: "leftOut", reason: EDITED } : { to: "changed", write: true, factId }
}
