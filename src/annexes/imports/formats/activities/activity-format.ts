/** A file format of recorded activities. */
type ActivityFormat = "fit" | "gpx" | "tcx"

const FIT_MARK = [0x2e, 0x46, 0x49, 0x54]
/** Offset in bytes, after the size of the header, two versions and the size of the data. */
const FIT_MARK_AT = 8

const ROOTS: Readonly<Record<string, ActivityFormat>> = { gpx: "gpx", TrainingCenterDatabase: "tcx" }
/**
 * What may precede the root element: the declaration, comments, and a document type. Some devices start with spaces.
 */
const ROOT =
  /^\uFEFF?(?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!(?!--)[^>[]*(?:\[[^\]]*\][^>[]*)?>)*<(?:[\w.-]+:)?([\w.-]+)[\s/>]/
const ROOT_CHARACTERS = 4096

/** The format of a file with this start; null if it is none of these. */
export const activityFormatOf = (start: Uint8Array): ActivityFormat | null => {
  if (FIT_MARK.every((byte, place) => start[FIT_MARK_AT + place] === byte)) return "fit"
  const [, root = ""] = ROOT.exec(new TextDecoder().decode(start.subarray(0, ROOT_CHARACTERS))) ?? []
  return ROOTS[root] ?? null
}

const PATH = /\.(?:fit|gpx|tcx)(?:\.gz)?$/i

/** Whether a file of an archive contains activities, by its path. Macs add a metadata file for each file. */
export const isActivityPath = (path: string): boolean => PATH.test(path) && !/(?:^|\/)__MACOSX\//.test(path)
