/** A format of files with activities. */
export type ActivityFormat = "fit" | "gpx" | "tcx"

const FIT_MARK = [0x2e, 0x46, 0x49, 0x54]
/** In bytes from the start, behind the size of the header, two versions and the size of the data. */
const FIT_MARK_AT = 8

const ROOTS: Readonly<Record<string, ActivityFormat>> = { gpx: "gpx", TrainingCenterDatabase: "tcx" }
/** What may precede the root element: the declaration, comments, and a document type. Some devices begin with spaces. */
const ROOT =
  /^\uFEFF?(?:\s|<\?[^>]*>|<!--(?:(?!-->)[\s\S])*-->|<!(?!--)[^>[]*(?:\[[^\]]*\])?[^>[]*>)*<(?:[\w.-]+:)?([\w.-]+)[\s/>]/
const ROOT_CHARACTERS = 4096

/** Which format a file has that begins so; null if it is none of these. */
export const activityFormatOf = (start: Uint8Array): ActivityFormat | null => {
  if (FIT_MARK.every((byte, place) => start[FIT_MARK_AT + place] === byte)) return "fit"
  const [, root = ""] = ROOT.exec(new TextDecoder().decode(start.subarray(0, ROOT_CHARACTERS))) ?? []
  return ROOTS[root] ?? null
}

const PATH = /\.(?:fit|gpx|tcx)(?:\.gz)?$/i

/** Whether a file of an archive has activities, by its path. A Mac puts what it knows of each file beside it. */
export const isActivityPath = (path: string): boolean => PATH.test(path) && !/(?:^|\/)__MACOSX\//.test(path)
