const UNRELEASED = "## Unreleased"

/** The changelog's section on a version, without its heading; undefined if there is none. */
export const sectionOf = (changelog: string, version: string): string | undefined => {
  const [, rest] = changelog.split(new RegExp(`^## ${version.replaceAll(".", "\\.")}(?: .*)?\n`, "m"))
  return rest?.split(/^## /m)[0]?.trim()
}

/**
 * The changelog with everything unreleased moved under this version and day, such as 2026-03-14. Fails if nothing is
 * unreleased.
 */
export const cut = (changelog: string, version: string, day: string): string => {
  if (!sectionOf(changelog, "Unreleased")) throw new Error(`CHANGELOG.md has nothing under "${UNRELEASED}"`)
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n## ${version} (${day})`)
}
