/** Compares two texts by their UTF-16 code units, for sorting. */
export const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
