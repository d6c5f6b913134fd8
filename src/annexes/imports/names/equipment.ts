import { once } from "../../../values/once.ts"
import { keyOf, LANGUAGES, type Language } from "./languages.ts"

/**
 * Equipment and load as apps write them in brackets, by the words of each language: alone in brackets, or next to other
 * words.
 */
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
    Bodyweight: "korpergewicht",
    Plate: "hantelscheibe, mit hantelscheibe, scheibe, gewichtsscheibe",
    Weighted: "mit gewicht, mit zusatzgewicht, gewichtet",
    Assisted: "unterstutzt, assistiert, mit unterstutzung"
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
    Plate: "disco, con disco",
    Bodyweight: "peso corporal, con peso corporal, con el peso corporal",
    Weighted: "con peso, con peso adicional, con lastre, lastrado, lastrada, lastrados, lastradas",
    Assisted: "asistido, asistida, asistidos, asistidas, con asistencia"
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
    Plate: "disque, avec disque",
    Bodyweight: "poids du corps, au poids du corps, avec poids du corps",
    Weighted: "leste, lestee, lestes, lestees, avec lest, avec poids",
    Assisted: "assiste, assistee, assistes, assistees, avec assistance"
  },
  it: {
    Barbell: "bilanciere, con bilanciere, al bilanciere, col bilanciere",
    Dumbbell: "manubrio, manubri, con manubrio, con manubri, con i manubri, coi manubri",
    Cable: "cavo, cavi, ai cavi, al cavo, con cavo, con cavi, ercolina, all'ercolina",
    Machine: "macchina, alla macchina, a macchina",
    "Smith Machine": "smith machine, smith, multipower, al multipower, alla smith machine, alla macchina smith",
    "EZ Bar": "ez bar, con ez bar, bilanciere ez, con bilanciere ez, bilanciere sagomato, con bilanciere sagomato",
    Kettlebell: "kettlebell, con kettlebell, ghiria",
    Band: "elastico, elastici, banda elastica, con elastico, con elastici",
    Plate: "disco, con disco",
    Bodyweight: "corpo libero, a corpo libero",
    Weighted: "con peso aggiunto, con peso, con zavorra, zavorrato, zavorrata, zavorrati, zavorrate",
    Assisted: "assistito, assistita, assistiti, assistite"
  },
  ja: {
    Barbell: "バーベル",
    Dumbbell: "ダンベル",
    Cable: "ケーブル, ケーブルマシン",
    Machine: "マシン, マシーン",
    "Smith Machine": "スミスマシン, スミスマシーン, スミス",
    "EZ Bar": "ezバー, wバー",
    Kettlebell: "ケトルベル",
    Band: "バンド, チューブ, ゴムバンド, レジスタンスバンド",
    Bodyweight: "自重",
    Weighted: "加重, ウェイト, ウエイト",
    Assisted: "アシスト, 補助"
  },
  nl: {
    Barbell: "barbell, halterstang, met barbell, met halterstang, lange halter, met lange halter",
    Dumbbell: "dumbbell, dumbbells, met dumbbell, met dumbbells, db, korte halter, met korte halters",
    Cable: "kabel, kabels, cable, aan de kabel, met kabel, met de kabel",
    Machine: "machine, op machine, op de machine, apparaat, op het apparaat",
    "Smith Machine": "smith machine, smith, multipower, in smith machine, in de smith machine",
    "EZ Bar": "ez bar, ez stang, met ez bar, met ez stang, sz stang",
    Kettlebell: "kettlebell, met kettlebell",
    Band: "weerstandsband, elastiek, met weerstandsband, met elastiek",
    Bodyweight: "lichaamsgewicht, eigen gewicht, met eigen gewicht",
    Weighted: "met gewicht, verzwaard",
    Assisted: "geassisteerd, met hulp, met ondersteuning"
  },
  pl: {
    Barbell: "sztanga, sztangi, sztange, ze sztanga",
    Dumbbell:
      "hantle, hantli, hantel, hantla, hantlem, hantlami, z hantlami, z hantlem, sztangielki, sztangielek, ze sztangielkami",
    Cable: "wyciag, wyciagu, na wyciagu, na wyciagu dolnym, na wyciagu gornym, na bramie, linka, linki",
    Machine: "maszyna, maszynie, na maszynie",
    "Smith Machine": "maszyna smitha, na maszynie smitha, suwnica smitha, na suwnicy smitha, w suwnicy smitha, smith",
    "EZ Bar":
      "sztanga ez, ze sztanga ez, sztanga lamana, ze sztanga lamana, sztangi lamanej, gryf lamany, z gryfem lamanym",
    Kettlebell: "kettlebell, z kettlebell, z kettlem, kettlem, odwaznik, z odwaznikiem",
    Band: "guma, z guma, z gumami, tasma, z tasma",
    Bodyweight: "ciezar ciala, z ciezarem ciala, masa ciala",
    Weighted: "z obciazeniem, z ciezarem",
    Assisted: "z asysta, wspomagane, ze wspomaganiem"
  },
  pt: {
    Barbell: "barra, com barra, na barra, com a barra",
    Dumbbell: "halter, halteres, haltere, com halter, com halteres, com haltere",
    Cable: "cabo, cabos, polia, na polia, no cabo, com cabo, no cross, no crossover, na polia baixa, polia baixa",
    Machine: "maquina, na maquina, no aparelho, aparelho",
    "Smith Machine": "smith, maquina smith, no smith, na maquina smith, na smith, barra guiada, na barra guiada",
    "EZ Bar": "barra w, com barra w, na barra w, barra ez, com barra ez, na barra ez",
    Kettlebell: "kettlebell, com kettlebell",
    Band: "elastico, com elastico, banda elastica, com banda elastica, faixa elastica, com faixa elastica",
    Plate: "anilha, com anilha, disco, com disco",
    Bodyweight: "peso corporal, peso do corpo, com peso corporal",
    Weighted: "com peso, com carga, com peso adicional",
    Assisted: "assistido, assistida, assistidas, assistidos, no graviton, graviton"
  },
  ru: {
    Barbell: "штанга, штанги, штангой, штангу, со штангой",
    Dumbbell: "гантель, гантели, гантелей, гантелью, гантелями, с гантелями, с гантелью",
    Cable: "блок, на блоке, в блоке, на нижнем блоке, на верхнем блоке, в кроссовере, трос",
    Machine: "тренажер, в тренажере, на тренажере, машина",
    "Smith Machine": "тренажер смита, в тренажере смита, смит, в смите, машина смита, в машине смита",
    "EZ Bar": "ez гриф, с ez грифом, ez штанга, ez штанги, с ez штангой, ez",
    Kettlebell: "гиря, гири, гирей, гирю, с гирей",
    Band: "эспандер, с эспандером, резина, с резиной, резинка, с резинкой, лента",
    Bodyweight: "собственный вес, с собственным весом, вес тела, без веса",
    Weighted: "с весом, с отягощением, с доп. весом, с дополнительным весом",
    Assisted: "с поддержкой, с помощью, в гравитроне"
  },
  tr: {
    Barbell: "bar, halter, halterle, barbell",
    Dumbbell: "dambil, dambilla, dumbbell",
    Cable: "kablo, kabloda, cable",
    Machine: "makine, makinede, makinesi",
    "Smith Machine": "smith makine, smith makinede, smith makinesi, smith machine",
    "EZ Bar": "ez bar, z bar",
    Kettlebell: "girya, kettlebell",
    Band: "bant, bantli, direnc bandi",
    Bodyweight: "vucut agirligi",
    Weighted: "agirlikli",
    Assisted: "destekli, yardimli"
  },
  zh: {
    Barbell: "杠铃",
    Dumbbell: "哑铃",
    Cable: "绳索, 拉索, 缆绳, 龙门架, 滑轮, 钢索",
    Machine: "机, 器械, 机器, 机械, 固定器械",
    "Smith Machine": "史密斯机, 史密斯, 史密斯架, 史密斯机器",
    "EZ Bar": "ez杆, ez杠, 曲杆, 曲杠, w杆",
    Kettlebell: "壶铃",
    Band: "弹力带, 阻力带, 弹力绳",
    Bodyweight: "徒手, 自重",
    Weighted: "负重, 加重",
    Assisted: "辅助, 助力"
  }
} as const satisfies Record<Language, Readonly<Record<string, string>>>

/** Equipment as Hevy writes it in brackets. */
export const EQUIPMENT_IN_ENGLISH = [
  "Barbell",
  "Dumbbell",
  "Cable",
  "Machine",
  "Smith Machine",
  "EZ Bar",
  "Kettlebell",
  "Band"
] as const

/** Languages written without spaces. */
const UNSPACED: ReadonlySet<Language> = new Set(["ja", "zh"])

/** Words that stand in names of other equipment too, as in T Bar Row. They are equipment in brackets only, as English words are. */
const ONLY_IN_BRACKETS: ReadonlySet<string> = new Set(["bar"])

/** Words that are joined to the next word without a space, as in Langhantelrudern. */
const COMPOUNDED: ReadonlySet<string> = new Set(["langhantel", "kurzhantel", "kabelzug", "kabel"])

type Words = ReadonlyArray<readonly [words: string, english: string]>

const ENGLISH: Words = EQUIPMENT_IN_ENGLISH.map((each) => [keyOf(each), each] as const)

/** The words of each language, longest first. */
const words = once(
  (): ReadonlyMap<Language, Words> =>
    new Map(
      LANGUAGES.map((language) => {
        const all = Object.entries(EQUIPMENT[language]).flatMap(([english, words]) =>
          words.split(", ").map((each) => [keyOf(each), english] as const)
        )
        return [language, all.sort(([one], [other]) => other.length - one.length)]
      })
    )
)

/** A name without its equipment word, and that word in English. */
export interface Parts {
  readonly base: string
  readonly equipment: string
  /** Whether the word is in brackets, or at the start or end; otherwise it is in the middle. */
  readonly isAside: boolean
  /** Whether it is a word of the language in brackets, which people do not write in names of another. */
  readonly isTelling: boolean
}

const joined = (...texts: ReadonlyArray<string>): string => keyOf(texts.map((text) => text.trim()).join(" "))

/** The text before, in and after the only brackets of a text; undefined if there are none, or several. */
export const bracketsIn = (key: string): { readonly outside: string; readonly inside: string } | undefined => {
  const [, before, inside, after] = /^([^()]+)\(([^()]+)\)([^()]*)$/.exec(key) ?? []
  return before === undefined || inside === undefined
    ? undefined
    : { outside: joined(before, after ?? ""), inside: inside.trim() }
}

const bracketed = (language: Language, key: string): Parts | undefined => {
  const brackets = bracketsIn(key)
  const isInside = ([words]: Words[number]) => words === brackets?.inside
  const own = words().get(language)?.find(isInside)
  const [, equipment] = own ?? ENGLISH.find(isInside) ?? []
  return brackets === undefined || equipment === undefined
    ? undefined
    : { base: brackets.outside, equipment, isAside: true, isTelling: own !== undefined }
}

/** The ways to split an equipment word off a name without brackets. */
const amid = (language: Language, key: string): ReadonlyArray<Parts> => {
  const space = UNSPACED.has(language) ? "" : " "
  return (words().get(language) ?? []).flatMap(([words, equipment]): ReadonlyArray<Parts> => {
    const place = `${space}${key}${space}`.indexOf(`${space}${words}${space}`)
    const isCompound = COMPOUNDED.has(words) && key.startsWith(words)
    if ((place === -1 && !isCompound) || key.length === words.length || ONLY_IN_BRACKETS.has(words)) return []
    const start = isCompound ? 0 : place
    const end = start + words.length
    const base = joined(key.slice(0, start), key.slice(end))
    return [{ base, equipment, isAside: start === 0 || end === key.length, isTelling: false }]
  })
}

/**
 * The ways to split an equipment word off a name, most certain first: in brackets, then after, before and amid the
 * other words. The other words may name the machine that is in brackets, as in `Agachamento no Smith (Máquina)`.
 */
export const partsOf = (language: Language, key: string): ReadonlyArray<Parts> => {
  const inBrackets = bracketed(language, key)
  if (inBrackets === undefined) return amid(language, key)
  const named = inBrackets.equipment === "Machine" ? amid(language, inBrackets.base) : []
  return [inBrackets, ...named.filter(({ equipment }) => equipment === "Smith Machine" || equipment === "Cable")]
}
