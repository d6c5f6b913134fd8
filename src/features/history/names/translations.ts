import { assetText } from "../../../platform/assets/assets.ts"
import { once } from "../../../values/once.ts"
import { fold } from "../../../values/text/words.ts"

/** The languages whose names of exercises are known. */
export const LANGUAGES = ["de", "es", "fr", "tr"] as const
export type Language = (typeof LANGUAGES)[number]

const COLUMNS = ["language", "name", "english", "source"] as const
/** Where a row's name was seen: in public lists of exercises, or it is the common term of its language. */
const SOURCES: ReadonlySet<string> = new Set(["list", "term"])

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((language) => language === text)

/** Equipment as apps write it in brackets, by the words of each language: alone in brackets, or before or after a name. */
const EQUIPMENT = {
  de: {
    Barbell: "langhantel, lh, mit langhantel, mit der langhantel",
    Dumbbell: "kurzhantel, kurzhanteln, kh, mit kurzhantel, mit kurzhanteln",
    Cable: "kabel, kabelzug, seilzug, am kabel, am kabelzug, am seilzug",
    Machine: "maschine, gerat, an der maschine",
    "Smith Machine": "multipresse, smith maschine, an der multipresse",
    "EZ Bar": "sz stange, sz, mit sz stange",
    Kettlebell: "kettlebell, kugelhantel",
    Band: "band, widerstandsband, theraband, mit band",
    Bodyweight: "korpergewicht"
  },
  es: {
    Barbell: "barra, con barra",
    Dumbbell: "mancuerna, mancuernas, con mancuerna, con mancuernas",
    Cable: "cable, polea, poleas, en polea, con cable, con polea, en cable",
    Machine: "maquina, en maquina",
    "Smith Machine": "multipower, smith, maquina smith, en multipower, en maquina smith, en smith",
    "EZ Bar": "barra ez, barra z, con barra ez, con barra z",
    Kettlebell: "kettlebell, pesa rusa, con kettlebell, con pesa rusa",
    Band: "banda, banda elastica, con banda, con banda elastica",
    Bodyweight: "peso corporal"
  },
  fr: {
    Barbell: "barre, a la barre",
    Dumbbell: "haltere, halteres, avec halteres, aux halteres",
    Cable: "poulie, poulies, cable, a la poulie, aux poulies",
    Machine: "machine, a la machine",
    "Smith Machine": "machine smith, smith machine, a la machine smith",
    "EZ Bar": "barre ez, a la barre ez",
    Kettlebell: "kettlebell",
    Band: "elastique, bande elastique",
    Bodyweight: "poids du corps, au poids du corps"
  },
  tr: {
    Barbell: "halter, halterle, barbell",
    Dumbbell: "dambil, dambilla, dumbbell",
    Cable: "kablo, kabloda, cable",
    Machine: "makine, makinede, makinesi",
    "Smith Machine": "smith makine, smith makinede, smith makinesi, smith machine",
    "EZ Bar": "ez bar, z bar",
    Kettlebell: "girya, kettlebell",
    Band: "bant, bantli, direnc bandi",
    Bodyweight: "vucut agirligi"
  }
} as const satisfies Record<Language, Readonly<Record<string, string>>>

/** In place of the English of a name that means several exercises. */
const AMBIGUOUS = "?"

/** Words that stand before others without a space, as in Langhantelrudern. */
const COMPOUNDED: ReadonlySet<string> = new Set(["langhantel", "kurzhantel", "kabelzug", "kabel"])

/** A name as the table has it: folded, without hyphens and doubled spaces. */
const keyOf = (name: string): string =>
  fold(name)
    .replace(/[-–’']/g, " ")
    .replace(/\s+/g, " ")
    .trim()

interface Known {
  readonly names: ReadonlyMap<string, string>
  /** Longest first. */
  readonly equipment: ReadonlyArray<readonly [words: string, english: string]>
}

/** The table of a language. Throws with the line number if the format is not exact, or a name stands twice. */
const tables = once((): ReadonlyMap<Language, Known> => {
  const [header, ...lines] = assetText("src/features/history/names/translated-names.tsv").trimEnd().split("\n")
  if (header !== COLUMNS.join("\t")) throw new Error(`line 1: the header must be ${COLUMNS.join(", ")}`)
  const names = new Map(LANGUAGES.map((language) => [language, new Map<string, string>()]))
  for (const [index, line] of lines.entries()) {
    const [language, name, english, source, ...more] = line.split("\t")
    const isWhole = isLanguage(language) && name && english && SOURCES.has(source ?? "") && more.length === 0
    const known = isWhole ? names.get(language) : undefined
    if (known === undefined || !name || !english || known.has(keyOf(name))) {
      throw new Error(`line ${index + 2}: not a language, a new name, its English and its source`)
    }
    known.set(keyOf(name), english)
  }
  return new Map(
    LANGUAGES.map((language) => {
      const equipment = Object.entries(EQUIPMENT[language]).flatMap(([english, words]) =>
        words.split(", ").map((each) => [each, english] as const)
      )
      const longestFirst = equipment.sort(([one], [other]) => other.length - one.length)
      return [language, { names: names.get(language) ?? new Map(), equipment: longestFirst }]
    })
  )
})

interface Parts {
  readonly base: string
  readonly equipment: string | undefined
}

/** Takes the word for equipment off a name: in brackets, else before or after it. */
const partsOf = (key: string, { equipment }: Known): Parts => {
  const [, before = "", inside = "", after = ""] = /^([^()]*)\(([^()]*)\)([^()]*)$/.exec(key) ?? []
  const bracketed = equipment.find(([words]) => words === inside.trim())
  if (bracketed !== undefined) return { base: `${before.trim()} ${after.trim()}`.trim(), equipment: bracketed[1] }
  for (const [words, english] of equipment) {
    if (key.endsWith(` ${words}`)) return { base: key.slice(0, -words.length).trim(), equipment: english }
    const isBefore = key.startsWith(`${words} `) || (COMPOUNDED.has(words) && key.startsWith(words))
    if (isBefore && key.length > words.length) return { base: key.slice(words.length).trim(), equipment: english }
  }
  return { base: key, equipment: undefined }
}

/** What a name is in English. */
export interface InEnglish {
  readonly english: string
  /** Whether the table has the name; else only its word for equipment is of the language. */
  readonly isKnown: boolean
}

/**
 * A name in English, with its equipment in brackets as Hevy writes it: by the table, else by the table without the word for
 * equipment, else by that word alone. Undefined if nothing of it is of this language.
 */
export const inEnglish = (language: Language, name: string): InEnglish | undefined => {
  const known = tables().get(language)
  if (known === undefined) return undefined
  const key = keyOf(name)
  const whole = known.names.get(key)
  if (whole !== undefined) return whole === AMBIGUOUS ? undefined : { english: whole, isKnown: true }
  const { base, equipment } = partsOf(key, known)
  if (equipment === undefined) return undefined
  const english = known.names.get(base)
  if (english === AMBIGUOUS) return undefined
  const brackets = ` (${equipment})`
  if (english === undefined) return { english: base + brackets, isKnown: false }
  if (!english.includes("(")) return { english: english + brackets, isKnown: true }
  return english.endsWith(brackets) ? { english, isKnown: true } : undefined
}

/** A file is in a language if so many of its names are in the table of that one. */
const TELLING = 3

/** The language of a file's names; undefined if they are in none that is known, or too few to tell. */
export const languageOf = (names: Iterable<string>): Language | undefined => {
  const all = [...names]
  const counts = LANGUAGES.map((language) => ({
    language,
    count: all.filter((name) => inEnglish(language, name)?.isKnown === true).length
  })).sort((one, other) => other.count - one.count)
  const [most, next] = counts
  return most !== undefined && most.count >= TELLING && most.count > (next?.count ?? 0) ? most.language : undefined
}
