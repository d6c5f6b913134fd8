import type { ExerciseRow, Moment, Place, SetKind, SetRow } from "../rows/rows.ts"
import type { Emitter } from "./emitter.ts"

/** Most sets of one session. It bounds memory. */
const MOST_SETS = 10_000

type Stated = "weightKg" | "reps" | "distanceMeters" | "durationSeconds" | "rpe"

interface SessionHead {
  readonly title: string
  readonly start: Moment
  readonly end: Moment | null
  readonly durationSeconds: number | null
}

/** What a row states beside its set. */
interface MoreOfSet {
  readonly begins: boolean
  readonly superset: string | null
  readonly notes: string
  /** How many input rows it accounts for. */
  readonly rows: number
}

interface Exercise {
  readonly name: string
  readonly superset: string | null
  readonly notes: Array<string>
  readonly sets: Array<SetRow>
}

interface Session extends SessionHead {
  readonly key: string
  end: Moment | null
  readonly place: Place
  readonly notes: Array<string>
  readonly exercises: Array<Exercise>
  rows: number
  sets: number
  calories: number | null
}

const addNote = (notes: Array<string>, note: string): void => {
  if (note !== "" && !notes.includes(note) && notes.length < MOST_SETS) notes.push(note)
}

const joined = (notes: ReadonlyArray<string>): string | null => (notes.length === 0 ? null : notes.join("\n"))

/** A set with those of its values that are stated. */
export const setOf = (
  place: Place,
  kind: SetKind,
  { weightKg, reps, distanceMeters, durationSeconds, rpe }: { readonly [Name in Stated]?: number | null }
): SetRow => ({
  place,
  kind,
  ...(weightKg == null ? {} : { weightKg }),
  ...(reps == null ? {} : { reps }),
  ...(distanceMeters == null ? {} : { distanceMeters }),
  ...(durationSeconds == null ? {} : { durationSeconds }),
  ...(rpe == null ? {} : { rpe })
})

/** Assembles sessions from rows that are sets and come in order. */
export class Sessions {
  private session: Session | null = null

  constructor(
    private readonly emit: Emitter,
    private readonly origin: string | null = null
  ) {}

  /** Starts another session, unless `key` is the previous one's. */
  enter(key: string, place: Place, head: () => SessionHead): void {
    if (this.session?.key === key) return
    this.end()
    this.session = { ...head(), key, place, notes: [], exercises: [], rows: 0, sets: 0, calories: null }
  }

  isIn(key: string): boolean {
    return this.session?.key === key
  }

  /** The session went on until then, or longer, if that is later than its start. */
  endAt(moment: Moment): void {
    const session = this.session
    const last = session?.end ?? session?.start
    if (session != null && (moment.time ?? "") > (last?.time ?? "")) session.end = moment
  }

  /** Adds the energy of a part of the session, in kcal. */
  burn(calories: number): void {
    if (this.session !== null) this.session.calories = (this.session.calories ?? 0) + calories
  }

  /** Adds a note on the whole session. */
  note(note: string): void {
    if (this.session !== null) addNote(this.session.notes, note)
  }

  /**
   * Adds a row that is a set. Sets with the same name in a row belong to one exercise, unless `begins` says that another
   * one begins.
   */
  set(
    name: string,
    set: SetRow,
    { begins = false, superset = null, notes = "", rows = 1 }: Partial<MoreOfSet> = {}
  ): void {
    const session = this.session
    if (session === null) return
    if (session.sets >= MOST_SETS) {
      this.emit.count(set.place, `a session has more than ${MOST_SETS} sets`)
      return
    }
    const last = session.exercises.at(-1)
    const isNoted = last?.sets.length === 0
    const isSame = last?.name === name && (isNoted || (!begins && last.superset === superset))
    const exercise: Exercise = isSame ? last : { name, superset, notes: [], sets: [] }
    if (!isSame) session.exercises.push(exercise)
    exercise.sets.push(set)
    addNote(exercise.notes, notes)
    session.sets++
    session.rows += rows
  }

  /** Adds a row that is only a note: on an exercise, or on the session if the name is empty. */
  noteRow(name: string, note: string): void {
    const session = this.session
    if (session === null) return
    const last = session.exercises.at(-1)
    if (name === "") this.note(note)
    else if (last?.name === name) addNote(last.notes, note)
    else session.exercises.push({ name, superset: null, notes: [note], sets: [] })
    session.rows++
  }

  end(): void {
    const session = this.session
    this.session = null
    if (session === null || session.rows === 0) return
    const { title, start, end, durationSeconds, calories, place, rows, notes } = session
    const exercises = session.exercises.map(
      ({ name, superset, notes, sets }): ExerciseRow => ({ name, superset, notes: joined(notes), sets })
    )
    this.emit.push({
      _tag: "Workout",
      place,
      rows,
      title,
      start,
      end,
      durationSeconds,
      calories,
      notes: joined(notes),
      exercises,
      origin: this.origin
    })
  }
}
