/**
 * Spellings that split or join words differently from the catalogue, and common mistakes, each with the form used for
 * comparison.
 */
const SPELLINGS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[_\s]+/g, " "],
  [/\bw[./](?= ?\w)|\bw (?=(?:bands?|chains?|rope)\b)/gi, "with "],
  [/\bcarries\b/gi, "carry"],
  [/^calves (?=smith machine$)/gi, "calf raise "],
  [/\bSM\b/g, "Smith Machine"],
  [/\bc(?:n|&)j\b/gi, "clean and jerk"],
  [/\b((?:pull|chin)[ -]?ups?) (?:neutral|hammer) grip$/gi, "neutral grip pull up"],
  [/\bdumb(?:b?el|ell)(s?)\b/gi, "dumbbell$1"],
  [/\b(push|pull|chin|sit|step)[ -]?up(s?)\b/gi, "$1 up$2"],
  [/\b(pull|push|press)[ -]down(s?)\b/gi, "$1down$2"],
  [/\b(pull|cross)[ -]over(s?)\b/gi, "$1over$2"],
  [/\b(?:mini )?(?:handle|loop|power|super) band(s?)\b/gi, "band$1"],
  [/\balternating\b/gi, "alternate"],
  [/\bheel touch(?:es)?\b/gi, "heel toucher"],
  [/\bshoulder dislocations?\b/gi, "shoulder dislocates"],
  [/^(.+) with (?:added )?weights?$/gi, "weighted $1"],
  [/\bpec[ -]?deck?\b(?: fl(?:y|ys|ye|yes|ies)\b)?/gi, "pec deck"],
  [/\bkick[ -]backs?\b/gi, "kickback"],
  [/\bstair[ -]master\b/gi, "stairmaster"],
  [/\bham(?:strings?)? curl(s?)\b/gi, "leg curl$1"],
  [/\bext\b\.?/gi, "extension"],
  [/\bpaused\b/gi, "pause"],
  [/\bsitting\b/gi, "seated"],
  [/\bcross[ -]chest\b/gi, "cross body"],
  [/\bover[ -]head\b/gi, "overhead"],
  [/\bhummer\b/gi, "hammer"],
  [/\bdead[ -]?hang/gi, "dead hang"],
  [/\bhip trusts?\b/gi, "hip thrust"],
  [/\b(calf|calves|leg|knee|lateral|front) rise(s?)\b/gi, "$1 raise$2"],
  [/\blower(?= cables? fl)/gi, "low"],
  [/\bneutral(?= (?:lat|pulldown|row|bench))/gi, "neutral grip"],
  [/\bsingle(?= lat pulldown)/gi, "single arm"],
  [/\bhammer ?strength\b/gi, "leverage"],
  [/\bhip adductors?\b/gi, "thigh adductor"],
  [/\bhip abductors?\b/gi, "thigh abductor"],
  [/\bwood[ -]?cutters?\b/gi, "wood chop"],
  [/\bbulgarian squat(s?)\b/gi, "bulgarian split squat$1"],
  [/\bskull[ -]crush(er|ers|es|ing)?\b/gi, "skullcrusher"],
  [/\b(?:under ?hand|reverse)(?=.*\btriceps?\b.*\b(?:push|pull|press) ?downs?\b)(?! grip)/gi, "reverse grip"],
  [/\bover ?hand(?: grip)?(?=.*\btriceps?\b.*\b(?:push|pull|press) ?downs?\b)/gi, ""],
  [/\b(triceps?(?: cable)?) (?:pull|press) ?down(s?)\b/gi, "$1 pushdown$2"],
  [/\(pulleys?\)/gi, "(cable)"],
  [/\bv[ -](?:attachment|handle)\b/gi, "v bar"],
  [/\bnarrow(?: grip)?(?= (?:lat|pulldown|row|bench))|\bnarrow grip\b/gi, "close grip"],
  [/\b(?:hammer(?: grip)?|neutral(?: grip)?) (?:pull|chin)(?: up(s?)\b|s?$)/gi, "neutral grip pull up$1"],
  [/\b(wide|close) (lat|pull|chin|row|bench)/gi, "$1 grip $2"],
  [/\b(?:barbell|bb)\b(?=.*\bsmith\b)|(?<=\bsmith\b.*)\b(?:barbell|bb)\b/gi, ""],
  [/\b(flat|incline|decline|paused?|grip|machine|barbell|dumbbell|db|bb) bench$/i, "$1 bench press"]
]

/**
 * What people add to a name that does not identify the exercise: the side, duration, effort, unit or make of the
 * machine, or that it is an old one.
 */
const ASIDES: ReadonlyArray<RegExp> = [
  /(?:(?<![-–,(\s])[-–,(\s]+)?\b(?:each|per|both) (?:side|arm|leg|hand)s?\b\)?/gi,
  /^warm[ -]?up\s+(?=\w+ )|(?<=\w \w.*)(?<![-–,(\s])[-–,(\s]+warm[ -]?up\)?$/gi,
  /(?<![-–,(\s])[-–,(\s]+(?:left|right)(?: (?:side|arm|leg|hand))?\)?$/gi,
  /(?<![-–,(\s])[-–,(\s]+(?:old(?: data)?|back ?up|copy)\b(?: ?#? ?\d+)?\)?$/gi,
  /(?:(?<![-–,(\s])[-–,(\s]+)?(?:@ ?)?\brpe ?\d+(?:\.\d)?\)?/gi,
  /(?<![-–,(\s])[-–,(\s]+\d{0,2}:\d\d\)?$/g,
  /(?<![-–,(\s])[-–,(\s]+\d+ ?(?:s|secs?|seconds?|mins?|minutes?)\)?$/gi,
  /(?<![-–,(\s])[-–,(\s]+\d+ ?(?:["”″]|''|’’)\)?$/g,
  /^\d+['’]s\s+/gi,
  /\((?:yards?|met(?:er|re)s?|miles?|km|m|feet|steps|seconds|minutes|kgs?|lbs?)\)/gi,
  /\((?:easy|hard|light|heavy)(?: (?:cable|machine))?\)/gi,
  /\s[-–]\s?(?:easy|hard|light|heavy)$/gi,
  /\b(?:technogym|panatta|life ?fitness|cybex|precor|nautilus|gym ?80)\b/gi,
  /^(?:standard|regular|normal|basic)\s+|\s*\((?:standard|regular|normal|basic)\)/gi,
  /\bstrict\b(?=.*\bcurl)/gi,
  /\([^()]* focus(?:ed)?\)/gi,
  /(?<!\bupper )\b(?:(?:mid|lower) )?(?:lats?|(?:upper )?back|chest|pecs?|triceps?|biceps?|glutes?|quads?|hamstrings?) focus(?:ed)?$/gi,
  /\((?:body ?weight)\)/gi
]

/** Words that distinguish machines or benches of the same type. */
const KINDS: ReadonlyArray<RegExp> = [
  /\bflat\b(?=.*\bpress)/gi,
  /\b(?:converging|diverging|horizontal)\b(?=.*\b(?:press|pulldown|row))/gi,
  /\btouch (?:and|&|n) go\b(?=.*\bbench\b)|(?<=\bbench\b.*)\btouch (?:and|&|n) go\b/gi,
  /\bbench\b(?=.*\bfl(?:y|ye|yes|ies|ys)\b)/gi,
  /\bspeed\b(?=.*\b(?:deadlifts?|dl)\b)/gi,
  /\blow\b(?= planks?$)/gi,
  /\b(?:(?:high|low)[ -]bar|tempo|below parallel)\b(?=.*\bsquats?\b)|(?<=\bsquats?\b.*)\bbelow parallel\b/gi,
  /\bseated\b(?= leg press)/gi,
  /\b(?:close|neutral|v)[ -]grip\b(?=.*\bseated cable rows?\b)|(?<=\bseated cable rows?\b.*)\b(?:close|neutral|v)[ -]grip\b/gi,
  /\bstraight[ -]bar\b(?=.*\bpushdowns?\b)|(?<=\bpushdowns?\b.*)\bstraight[ -]bar\b/gi,
  /\brear[ -]delts?\b(?=.*\bface pulls?\b)/gi,
  /(?<=\b(?:ad|ab)ductors?\b.*)\((?:inner|outer)(?: thighs?)?\)/gi,
  /\blying\b(?=.*\bskullcrusher)/gi,
  /\bkneeling\b(?= dumbbell row)/gi,
  /\bseated\b(?= hammer curls?$)/gi,
  /\bperfect\b(?= push ups?\b)/gi,
  /\blow (?=incline\b)/gi,
  /\bsupinated (?=.*\b(?:barbell|ez|dumbbell|cable)\b.*\bcurl)/gi,
  /\b(?:forwards?|backwards?)\b(?= arm circles?$)/gi,
  /\(?\b(?:double|two)[ -]arms?\b\)?(?=.*\bcable\b)|(?<=\bcable\b.*)\(?\b(?:double|two)[ -]arms?\b\)?/gi,
  /\bface[ -]away\b(?=.*\bbayesian)/gi,
  /(?<=\bhandstand push[ -]?ups?\b.*)\bwall\b/gi,
  /\bseated\b(?=.*\bincline\b.*\bcurl)/gi,
  /(?<=\bleg raises?\b.*)\(straight(?: legs?)?\)/gi
]

/** Movements done standing unless the name says otherwise. */
const STANDING = /^(?!.*\b(?:leg|calf|ab|knee|hip)s?\b).*\b(?:curl|press|raise)/i

/** A name without such additions, and without `standing` where that is implied. */
export const withoutAsides = (name: string): string => {
  const plain = [...ASIDES, ...KINDS].reduce((text, aside) => text.replace(aside, ""), name).trim()
  return STANDING.test(plain) ? plain.replace(/\bstanding\b\s*/i, "") : plain
}

/** Words for the same movement that the catalogue uses with different equipment. */
export const ALTERNATIVES: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
  [/\b(?:shoulder|military|overhead) press\b/i, ["shoulder press", "military press", "overhead press"]],
  [/^(?!.*\btriceps?\b)(.*)\bpush[ -]?downs?\b/i, ["$1triceps pushdown"]],
  [/^(?!.*\b(?:upright|high|low|elevated|bent|standing|kneeling|seated)\b)(.*)\bcable row/i, ["$1seated cable row"]],
  [/\bbench press\b(?=.*\bmachine\b)/i, ["chest press"]],
  [
    /^(?=.*\b(?:incline|decline)\b)(?=.*\b(?:dumbbell|barbell|smith)\b)(?!.*\b(?:shoulder|leg|calf|triceps?|bench|chest)\b)(.*)\bpress/i,
    ["$1bench press"]
  ],
  [
    /^(?:dumbbell incline|incline dumbbell) hammer(?: grip)?(?: bench)? press$/i,
    ["incline dumbbell bench with palms facing in"]
  ],
  [/^(?!.*\b(?:press|extension|dip)s?\b)(?=.*\boverhead\b)(.*\btriceps?\b.*)$/i, ["$1 extension"]],
  [/^(?=.*\bseated\b)(.*)\brear delt(?:oid)?s? raise/i, ["$1bent over rear delt raise"]],
  [/^(palms?[ -](?:up|down) (?:dumbbell|barbell) wrist curl)s?$/i, ["$1 over a bench"]],
  [/\b(?:swiss|stability|exercise|gym) ball\b/i, ["ball", "exercise ball"]],
  [/^(?!.*\b(?:barbell|dumbbell|smith|machine)\b)(.*\bbehind (?:the )?neck (?:shoulder )?press.*)$/i, ["barbell $1"]],
  [/\bbehind (?:the )?neck\b/i, ["behind neck"]],
  [/^(?=.*\bsmith\b)(?!.*\b(?:upright|incline|seated|lying|high|low)\b)(.*)\brow/i, ["$1bent over row"]],
  [/\bleverage\b/i, ["machine"]],
  [/^(?!.*\bcable\b)(?=.*\b(?:reverse|rear delt) fl(?:y|ye))(.*)\bbent[ -]over\b/i, ["$1"]],
  [/\bbiceps? (?=(?:drag )?curl)/i, [""]],
  [/^low cable (?:chest|pec) fl(?:y|ye|yes|ys|ies)$/i, ["low cable crossover"]],
  [/^dips? (triceps?|chest) focus(?:ed)?$/i, ["dips $1 version"]],
  [/^rear delt(?:oid)?s?(?= \((?:cable|machine|dumbbell)\)$)/i, ["rear delt fly"]],
  [
    /^(?:high to low cable (?:chest )?fl(?:y|ye|yes|ys|ies)|cable (?:chest )?fl(?:y|ye|yes|ys|ies) \(?high to low\)?)$/i,
    ["cable crossover"]
  ],
  [
    /^(?=.*\b(?:one|single|1) arm\b)(?=.*\b(?:barbell|bb)\b)(?:(?:one|single|1) arm|barbell|bb|row|bent over|[ ,()])+$/i,
    ["one arm long bar row"]
  ],
  [/\bfront press\b/i, ["press", "shoulder press"]],
  [/\bmixed grip pull up/i, ["mixed grip chin"]],
  [/\bbackwards? lunge/i, ["rear lunge", "reverse lunge"]],
  [/\blat pulldown/i, ["pulldown"]]
]

/** A name in the spellings used for comparison. */
export const respelled = (name: string): string =>
  SPELLINGS.reduce((text, [spelling, same]) => text.replace(spelling, same), name.trim())

/** How a set was done, which does not make it another exercise unless the catalogue has one for it. */
const MODIFIERS = /\b(?:practice|alternate|slow)\b/gi

/** A name without such words. */
export const withoutModifiers = (name: string): string => name.replace(MODIFIERS, "").trim()

/** Whether a name says that each side is counted by itself. */
export const isOneSided = (name: string): boolean => /\b(?:each|per) (?:side|arm)\b/i.test(name)

/** What loads a machine instead of a stack of weights, as in `Chest Fly (Plate Loaded)`. */
const LOADED = /\(?\bplate[ -]?loaded\b\)?/i

/** A name without the words that call it a machine loaded with plates; undefined if it has none. */
export const onMachine = (name: string): string | undefined =>
  LOADED.test(name)
    ? name
        .replace(LOADED, " ")
        .replace(/[-–,]?\s*\bmachine\b/i, " ")
        .trim()
    : undefined

/** Names of exercises for different muscles, which only an app that has the name can tell apart. */
const OF_SEVERAL = /^\s*(?:cable kick[ -]?backs?|kick[ -]?backs?[ ,-]*\(?cable\)?)\s*$/i

export const isOfSeveral = (name: string): boolean => OF_SEVERAL.test(name)
