import { once } from "../../../values/once.ts"
import { keyOf, LANGUAGES, type Language } from "./languages.ts"

/** How an exercise is done, in English, by the words of each language that divides words by spaces. */
const MANNERS: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  de: {
    seated: "sitzend, sitzende, sitzendes, im sitzen",
    standing: "stehend, stehende, stehendes, im stehen",
    lying: "liegend, liegende, liegendes, im liegen",
    hanging: "hängend, hängende, hängendes, im hang",
    walking: "gehend, gehende, im gehen",
    "one arm": "einarmig, einarmige, einarmiger, einarmiges, mit einem arm",
    "one leg": "einbeinig, einbeinige, einbeiniger, einbeiniges, auf einem bein",
    "close grip": "eng, enge, enger, enges, enger griff, mit engem griff, im engen griff",
    "wide grip": "breit, breite, breiter, breites, breiter griff, weiter griff, mit breitem griff, im weiten griff",
    "reverse grip": "untergriff, im untergriff, umgekehrter griff",
    alternating: "alternierend, alternierende, abwechselnd"
  },
  es: {
    seated: "sentado, sentada",
    standing: "de pie, parado, parada",
    lying: "acostado, acostada, tumbado, tumbada",
    hanging: "colgado, colgada",
    walking: "caminando",
    incline: "inclinado, inclinada",
    decline: "declinado, declinada",
    "one arm": "a una mano, con una mano, a un brazo, con un brazo, un brazo, a un solo brazo",
    "one leg": "a una pierna, con una pierna, una pierna, a una sola pierna",
    "close grip": "agarre cerrado, agarre estrecho",
    "wide grip": "agarre ancho, agarre amplio, agarre abierto",
    "reverse grip": "agarre inverso, agarre invertido, agarre supino",
    "neutral grip": "agarre neutro",
    "straight leg": "con piernas rectas, piernas rectas, con piernas rígidas, piernas rígidas",
    alternating: "alterno, alterna, alternos, alternas, alternado"
  },
  fr: {
    seated: "assis, assise",
    standing: "debout",
    lying: "allongé, allongée",
    hanging: "suspendu, suspendue",
    walking: "en marchant",
    incline: "incliné, inclinée",
    decline: "décliné, déclinée",
    "one arm": "à un bras, un bras, à une main",
    "one leg": "à une jambe, une jambe, sur une jambe",
    "close grip": "prise serrée",
    "wide grip": "prise large",
    "reverse grip": "prise inversée, prise supination",
    "neutral grip": "prise neutre",
    rope: "à la corde, avec corde, corde",
    alternating: "alterné, alternée, alternés, alternées"
  },
  it: {
    seated: "seduto, seduta, da seduto, da seduti, seduti",
    standing: "in piedi",
    lying: "sdraiato, sdraiata, da sdraiato, da sdraiati, sdraiati",
    walking: "camminando, camminata, camminati, camminato",
    incline: "inclinato, inclinata, su panca inclinata, panca inclinata",
    decline: "declinato, declinata, su panca declinata",
    "one arm": "a un braccio, con un braccio, un braccio, a una mano, con una mano",
    "one leg": "a una gamba, con una gamba, una gamba",
    "close grip": "presa stretta, a presa stretta",
    "wide grip": "presa larga, a presa larga",
    "reverse grip": "presa inversa, a presa inversa, presa supina",
    "neutral grip": "presa neutra, a presa neutra",
    alternating: "alternato, alternata, alternati, alternate"
  },
  nl: {
    seated: "zittend, zittende",
    standing: "staand, staande",
    lying: "liggend, liggende",
    hanging: "hangend, hangende",
    walking: "lopend, lopende",
    incline: "schuin, schuine",
    "one arm": "met één arm, één arm, eenarmig, eenarmige",
    "one leg": "met één been, één been, eenbenig, eenbenige",
    "close grip": "smalle greep, met smalle greep, nauwe greep",
    "wide grip": "brede greep, met brede greep",
    "reverse grip": "omgekeerde greep, onderhandse greep",
    "neutral grip": "neutrale greep"
  },
  pl: {
    seated: "siedząc, w siadzie",
    standing: "stojąc",
    lying: "leżąc",
    hanging: "w zwisie",
    "one arm": "jednorącz, jedną ręką",
    "one leg": "jednonóż, jedną nogą, na jednej nodze",
    "close grip": "wąskim chwytem, wąski chwyt",
    "wide grip": "szerokim chwytem, szeroki chwyt",
    "reverse grip": "podchwytem, podchwyt",
    "neutral grip": "chwytem neutralnym, chwyt neutralny"
  },
  pt: {
    seated: "sentado, sentada",
    standing: "em pé, de pé",
    lying: "deitado, deitada",
    hanging: "suspenso, suspensa",
    walking: "caminhando",
    incline: "inclinado, inclinada",
    decline: "declinado, declinada",
    one: "unilateral",
    "one arm": "com um braço, um braço, com uma mão",
    "one leg": "com uma perna, uma perna",
    "close grip": "pegada fechada, pegada estreita, com pegada fechada",
    "wide grip": "pegada aberta, pegada larga, com pegada aberta",
    "reverse grip": "pegada inversa, pegada invertida, pegada supinada",
    "neutral grip": "pegada neutra",
    "straight leg": "com pernas esticadas, pernas esticadas, pernas estendidas",
    "v bar": "pegada triângulo, com triângulo, triângulo",
    alternating: "alternado, alternada, alternados"
  },
  ru: {
    seated: "сидя",
    standing: "стоя",
    lying: "лёжа",
    hanging: "в висе",
    "one arm": "одной рукой",
    "one leg": "одной ногой, на одной ноге",
    "close grip": "узким хватом, узкий хват",
    "wide grip": "широким хватом, широкий хват",
    "reverse grip": "обратным хватом, обратный хват",
    "neutral grip": "нейтральным хватом, параллельным хватом"
  },
  tr: {
    seated: "oturarak",
    standing: "ayakta",
    lying: "yatarak",
    hanging: "asılı",
    walking: "yürüyen, yürüyerek",
    jumping: "zıplamalı",
    reverse: "ters",
    incline: "eğimli",
    "one arm": "tek kol, tek kollu",
    "one leg": "tek bacak, tek bacaklı",
    "close grip": "dar tutuş",
    "wide grip": "geniş tutuş",
    "reverse grip": "ters tutuş",
    "neutral grip": "nötr tutuş, paralel tutuş",
    "v grip": "v tutuş"
  }
}

/** English words that people write in names of any language. */
const IN_ENGLISH = ["incline", "decline", "seated", "standing", "single arm", "single leg", "iso lateral"]

/** So many ways to say how it is done can stand in one name. */
const MOST = 3

type Words = ReadonlyArray<readonly [words: string, english: string]>

/** The words of each language, longest first. */
const words = once(
  (): ReadonlyMap<Language, Words> =>
    new Map(
      LANGUAGES.map((language) => {
        const all = Object.entries(MANNERS[language] ?? {}).flatMap(([english, words]) =>
          words.split(", ").map((each) => [keyOf(each), english] as const)
        )
        if (MANNERS[language] !== undefined) all.push(...IN_ENGLISH.map((each) => [each, each] as const))
        return [language, all.sort(([one], [other]) => other.length - one.length)]
      })
    )
)

/** The words for how it is done that a name has, none within another. */
const wordsIn = (language: Language, key: string): Words => {
  let rest = ` ${key} `
  return (words().get(language) ?? []).filter(([words]) => {
    const isThere = rest.includes(` ${words} `)
    rest = rest.replace(` ${words} `, " | ")
    return isThere
  })
}

/** The ways to take some of them. */
const subsetsOf = ([first, ...others]: Words): ReadonlyArray<Words> => {
  if (first === undefined) return [[]]
  const rest = subsetsOf(others)
  return [...rest, ...rest.map((subset) => [first, ...subset])]
}

/** A name without words for how it is done, and these in English. */
export interface Done {
  readonly base: string
  readonly manner: string
}

/**
 * The ways to take words for how it is done off a name. Those that leave most of it come first, because the table may have them
 * together with the movement. Empty if the name has none, or too many.
 */
export const mannersOf = (language: Language, key: string): ReadonlyArray<Done> => {
  const found = wordsIn(language, key)
  if (found.length === 0 || found.length > MOST) return []
  return subsetsOf(found)
    .filter((subset) => subset.length > 0)
    .sort((one, other) => one.length - other.length)
    .map((subset) => ({
      base: keyOf(subset.reduce((rest, [words]) => rest.replace(` ${words} `, " "), ` ${key} `)),
      manner: subset.map(([, english]) => english).join(" ")
    }))
    .filter(({ base }) => base !== "")
}
