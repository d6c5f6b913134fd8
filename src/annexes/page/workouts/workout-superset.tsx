/** @jsxImportSource hono/jsx */
import { type ExerciseProps, partsOf } from "./workout-exercise.tsx"

/**
 * Exercises that are done in turns, as one card: their sets stand in the order in which they are done, each below the
 * name of its exercise. Warm-ups come first.
 */
export const SupersetFields = ({ exercises }: { readonly exercises: ReadonlyArray<ExerciseProps> }) => {
  const all = exercises.map(partsOf)
  const turns = all
    .flatMap(({ name, heads, sets }) => sets.map((set, index) => ({ ...set, name, heads: index === 0 ? heads : null })))
    .sort((one, other) => Number(other.isWarmup) - Number(one.isWarmup) || one.position - other.position)
  return (
    <fieldset class="exercise superset">
      <legend>Superset: in turns</legend>
      {all.map(({ place, top }) => (
        <fieldset {...place}>{top}</fieldset>
      ))}
      <div data-turns>
        {turns.map(({ name, heads, row }) => (
          <fieldset>
            <legend>{name}</legend>
            {heads}
            {row}
          </fieldset>
        ))}
      </div>
      {all.map(({ name, steps, place }) => (
        <fieldset data-of={place["data-exercise"]}>
          <legend>{name}</legend>
          {steps}
        </fieldset>
      ))}
    </fieldset>
  )
}
