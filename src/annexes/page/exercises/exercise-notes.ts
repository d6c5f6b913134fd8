/*
 * Notes on the exercises of a workout, as imports and earlier versions of the page wrote them: the last lines of its notes, one
 * for each exercise that has one, in order: `Barbell Squat: knees out`. Saving the workout on the page moves them to their
 * exercises.
 */

interface Named {
  readonly name: string
}

interface Notes {
  /** The notes on the whole workout. */
  readonly whole: string
  /** The note on each exercise; empty if it has none. */
  readonly each: ReadonlyArray<string>
}

/** Separates the notes on exercises from those on the whole workout. */
export const notesIn = (notes: string, exercises: ReadonlyArray<Named>): Notes => {
  const lines = notes.split("\n")
  const each = exercises.map(() => "")
  for (let at = exercises.length - 1; at >= 0 && lines.length > 0; at--) {
    const [start, line = ""] = [`${exercises[at]?.name}: `, lines.at(-1)]
    if (!line.startsWith(start) || line.slice(start.length).trim() === "") continue
    each[at] = line.slice(start.length)
    lines.pop()
  }
  return { whole: lines.join("\n"), each }
}
