/** Languages in which phone apps are available. */
const LANGUAGES =
  "en en-GB en-AU de fr es es-MX it pt pt-PT nl sv da nb fi is pl cs sk hu ro bg hr sr sr-Latn sl mk bs sq el tr ru uk be et lv lt ar he fa ur hi bn ta te mr gu kn ml pa th vi id ms fil ja ko zh zh-TW ka hy az kk uz ky mn km lo my si ne sw am af eu ca gl cy ga mt lb".split(
    " "
  )

const MONTHS = 12

/** Normalises a name for comparison: without case, dots and compatibility characters. */
const plain = (name: string): string =>
  name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<!\.)\.+$/, "")
    .trim()

interface Names {
  readonly short: ReadonlyArray<ReadonlySet<string>>
  readonly long: ReadonlyArray<ReadonlyArray<string>>
}

const namesOf = (language: string): Names => {
  const short: Array<Set<string>> = []
  const long: Array<Array<string>> = []
  const formats = (["short", "long"] as const).map((month) => ({
    month,
    alone: new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { month, timeZone: "UTC" }),
    within: new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { day: "numeric", month, timeZone: "UTC" })
  }))
  for (let month = 0; month < MONTHS; month++) {
    const instant = Date.UTC(2024, month, 15)
    const names = new Set<string>()
    const full: Array<string> = []
    for (const format of formats) {
      const alone = plain(format.alone.format(instant))
      const within = plain(format.within.formatToParts(instant).find(({ type }) => type === "month")?.value ?? "")
      for (const name of [alone, within]) {
        if (name === "") continue
        names.add(name)
        if (format.month === "long") full.push(name)
      }
    }
    short.push(names)
    long.push(full)
  }
  return { short, long }
}

const known = new Map<string, Names>()

const namesIn = (language: string): Names => {
  const found = known.get(language) ?? namesOf(language)
  known.set(language, found)
  return found
}

const isLanguage = (language: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}

/** The languages in which month names are looked up: all, or the one given. */
export const languagesFor = (locale: string | undefined): ReadonlyArray<string> =>
  locale === undefined ? LANGUAGES.filter(isLanguage) : isLanguage(locale) ? [locale] : []

/** Whether a language has exactly this name, in full or as its usual abbreviation. */
export const hasMonth = (name: string, language: string): boolean =>
  namesIn(language).short.some((names) => names.has(plain(name)))

/** The month, from 1, that a name means in a language, in full or abbreviated; null if it means none, or several. */
export const monthOf = (name: string, language: string): number | null => {
  const wanted = plain(name)
  const { short, long } = namesIn(language)
  const exact = short.findIndex((names) => names.has(wanted))
  if (exact !== -1) return exact + 1
  if (wanted.length < 3) return null
  const longer = long.flatMap((names, month) => (names.some((full) => full.startsWith(wanted)) ? [month] : []))
  return longer.length === 1 ? (longer[0] ?? 0) + 1 : null
}
