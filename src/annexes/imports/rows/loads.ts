/** In brackets, it describes the weight; elsewhere, the exercise. */
const WEIGHTED = /\(weighted\)/i

/** Words of help, in brackets or not. */
const HELPED = /\bassist(?:ed|ance)?\b/i

/** A band helps in these; elsewhere, it resists. */
const BAND = /\bband(?:ed|s)?\b/i
const HELPED_BY_BANDS = /\b(?:pull|chin|muscle)[ -]?ups?\b|\bdips?\b/i

/**
 * What an exercise's weight means according to its name: help in `Pull Up (Assisted)`, `Assisted Pull Up` and `Pull Up
 * (Band)`. Undefined: what the exercise says, else the total.
 */
export const loadIntentOf = (name: string): "assistance" | "added_bodyweight" | undefined => {
  if (HELPED.test(name) || (BAND.test(name) && HELPED_BY_BANDS.test(name))) return "assistance"
  return WEIGHTED.test(name) ? "added_bodyweight" : undefined
}

/** A name without the bracketed word that describes its weight. */
export const withoutLoad = (name: string): string => name.replace(/\((assisted|weighted)\)/gi, " ")
