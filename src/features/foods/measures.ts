/** A household measure of a food, such as `1 medium`, and its amount in the unit of the food's serving, g or ml. */
export interface Measure {
  readonly text: string
  readonly size: number
}

/** Measures in stored form: `225 1 cup, mashed|118 1 medium`. */
export const writeMeasures = (measures: ReadonlyArray<Measure>): string =>
  measures.map(({ text, size }) => `${size} ${text.replaceAll("|", "/")}`).join("|")

export const readMeasures = (stored: string): ReadonlyArray<Measure> =>
  stored === ""
    ? []
    : stored.split("|").map((measure) => {
        const space = measure.indexOf(" ")
        return { text: measure.slice(space + 1), size: Number(measure.slice(0, space)) }
      })
