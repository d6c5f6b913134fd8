/**
 * The weight of each feature of a food in a search. A food's score is the sum of its features, each times its weight;
 * the highest score comes first.
 */
export const WEIGHTS = {
  /**
   * Terms of the query that the food lacks: naming terms that are food words or not, the last of these, names after a
   * comma, descriptive terms, accompaniments.
   */
  missingName: -200,
  missingOther: -80,
  missingHead: -20,
  missingAside: -85,
  missingDetail: -40,
  missingWith: -70,
  /** Typing errors assumed in words of the query. */
  errors: -100,
  /** Terms that the query excludes and the food has, or the other way round. */
  opposite: -90,
  /** The food is not what the query names, but for example a dish made with it. */
  otherFood: -300,
  /** A term is only in an everyday name of the food that the query does not match. */
  besides: -100,
  /**
   * The query is the name of the food with its brand, if any; the name without its brand. An everyday food of that name
   * comes before a brand's ("Cola, regular, soda"), unless its name begins otherwise ("Fish sandwich" for Filet-O-Fish).
   */
  exact: 110,
  exactButBrand: 70,
  exactHead: 12,
  /** The query contains the brand, and all of its words are in the name. */
  brandSaid: 50,
  /** The query is an everyday name of the food, alone or with words that its name has; how many synonyms that takes. */
  called: 60,
  calledAndMore: 30,
  calledOtherwise: -25,
  /** The place among the everyday foods, from 0 to 1. */
  place: -8,
  /** The query is letter for letter the name or the description. */
  verbatim: 70,
  /** The everyday name is one that its source lists. */
  also: -20,
  /** Another food is the same as eaten, and the query is not this one's full name. */
  double: -100,
  /** Terms that only the source's description has. */
  described: -2,
  /** Terms that occur in the name only as beginnings of words. */
  beginnings: -5,
  /** The food is not as eaten, such as a powder or a dry mix, and the query does not say so. */
  unprepared: -40,
  everyday: 4,
  /** The name states the kind of food in the query's last word: "salad" for "chicken caesar salad". */
  head: 5,
  /** The name has more words than the query. */
  saysMore: -3,
  surplus: -0.4,
  brandUnasked: -0.8,
  /** The share of the query's neighbouring words that are neighbours in the name. */
  order: 4,
  synonyms: -2,
  uncommon: -0.1,
  length: -0.001,
  own: 1,
  ownByName: 90,
  /**
   * The name begins with a word of the query and contains all of them. The user's own such foods rank between those
   * with an everyday name.
   */
  calledBegins: 15,
  ownBegins: 72
} as const

/**
 * The features that show whether a food fits the query. Foods that fit this much worse than the best one are not shown.
 */
export const FITTING = [
  "missingName",
  "missingOther",
  "missingHead",
  "missingAside",
  "missingDetail",
  "missingWith",
  "errors",
  "opposite",
  "otherFood",
  "besides",
  "double"
] as const
export const CUT = 65
