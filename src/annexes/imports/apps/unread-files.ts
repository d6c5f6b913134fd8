/** Why a file is not read that no reader knows. */
export const UNKNOWN = "is of no known kind"

/** Most kinds of files that a report names. */
const MOST_KINDS = 100

/** The name that files of one kind share: `heart_rate-2025-01-13.json` and that of the next day are `heart_rate-*.json`. */
const kindOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replaceAll(/\d[\d_.:T -]*(?=\D|$)/g, "*")

interface File {
  readonly name: string
}

/** Files in which nothing is recorded, or nothing that others of the archive do not have. */
const BESIDE = /(?:^|\/)(?:__MACOSX\/.*|\.[^/]+|export_cda\.xml|)$/

/**
 * Sentences about the files of an archive that were not read, to which `, and was not read` is added. Those of no known
 * kind, most of which nothing has looked at, are counted by what their names share.
 */
export const unreadFiles = (
  entries: ReadonlyArray<File>,
  unread: ReadonlyArray<File & { readonly problem: string }>,
  read: ReadonlyArray<File>
): ReadonlyArray<string> => {
  const known = unread.filter(({ name, problem }) => problem !== UNKNOWN && !BESIDE.test(name))
  const named = new Set([...known, ...read].map(({ name }) => name))
  const others = entries.length < 2 ? [] : entries.filter(({ name }) => !named.has(name) && !BESIDE.test(name))
  const kinds = [...Map.groupBy(others, ({ name }) => kindOf(name)).entries()]
  const further = kinds.slice(MOST_KINDS).reduce((sum, [, ofKind]) => sum + ofKind.length, 0)
  return [
    ...known.map(({ name, problem }) => `${name} ${problem}`),
    ...kinds
      .slice(0, MOST_KINDS)
      .map(([kind, ofKind]) =>
        ofKind.length > 1 ? `${kind} (${ofKind.length} files) ${UNKNOWN}` : `${ofKind[0]?.name} ${UNKNOWN}`
      ),
    ...(further === 0 ? [] : [`the rest of the archive (${further} files) ${UNKNOWN}`])
  ]
}
