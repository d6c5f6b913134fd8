/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { BarChart } from "../../../values/charts/bar-chart.tsx"
import { counted, longDay, number } from "../../../values/charts/format.ts"
import { LineChart } from "../../../values/charts/line-chart.tsx"
import type { DistanceUnit } from "../../../values/units.ts"
import { EXERCISE_RANGES, type ExerciseHistory } from "../features/overview/definition.ts"
import { Folding } from "../frame/folding.tsx"
import { parameterOf } from "../frame/inputs.ts"
import { fieldFault, type Page } from "../frame/page.ts"
import { EXERCISE_PATH, exerciseAddress } from "../frame/paths.ts"
import { dayName, shortDayName } from "../trends/figures.tsx"
import { compared } from "../workouts/compared.ts"
import { typeText } from "../workouts/set-types.ts"
import { setText } from "../workouts/sets.ts"
import { WORKOUTS_PATH, workoutAddress } from "../workouts/workout-paths.ts"
import { namedRecords } from "./records.ts"

interface Shown {
  readonly exercise: ExerciseHistory
  readonly distanceUnit: DistanceUnit
}

const Records = ({ exercise, distanceUnit }: Shown) => {
  const records = namedRecords(exercise.records, distanceUnit)
  return (
    <section class="card" aria-labelledby="records">
      <h2 id="records">Records</h2>
      {records.length === 0 ? (
        <p class="soft">None yet. Warm-ups and failed lifts do not count.</p>
      ) : (
        <ul class="plain best">
          {records.map(({ name, text, date, workoutId }) => (
            <li>
              <span>
                {name}: <strong>{text}</strong>
              </span>
              <a href={workoutAddress(workoutId)}>{longDay(date)}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The smallest range shown of an estimated maximum. */
const LEAST = 10

const Charts = ({ exercise: { progress, records, unit } }: Pick<Shown, "exercise">) => {
  if (progress === undefined) return null
  const { from, to, estimates, volumes } = progress
  const best = records.estimatedOneRepMax
  return (
    <div class="columns">
      {estimates.periods.length === 0 ? null : (
        <section class="card" aria-labelledby="estimates">
          <h2 id="estimates">Estimated one-rep max</h2>
          <LineChart
            id="estimates-chart"
            title={`Estimated one-rep max, ${unit}`}
            description={
              best === undefined ? "" : `The highest is ${number(best.value, 1)} ${unit}, of ${longDay(best.date)}.`
            }
            unit={unit}
            from={from}
            to={to}
            grain={estimates.grain}
            points={estimates.periods.map(({ first, best, record }) => ({ first, mean: best, trend: record }))}
            least={LEAST}
            names={{
              point: estimates.grain === "day" ? "Best of the day" : `Best of the ${estimates.grain}`,
              line: "Record so far"
            }}
            format={(value) => number(value, 1)}
            empty=""
          />
          <p class="soft">An estimate by Epley’s formula, from working sets of 1 to 12 repetitions.</p>
        </section>
      )}
      {volumes.periods.length === 0 ? null : (
        <section class="card" aria-labelledby="volume">
          <h2 id="volume">Volume</h2>
          <BarChart
            id="volume-chart"
            title={`Volume a workout, ${unit}`}
            description="Weight times repetitions of the working sets of a workout."
            unit={`${unit} a workout`}
            from={from}
            to={to}
            grain={volumes.grain}
            bars={volumes.periods.map(({ first, mean }) => ({ first, amounts: [mean] }))}
            parts={[{ label: `Volume a workout, ${unit}`, className: "c1" }]}
            format={(value) => number(value)}
            columns={[{ title: "Workouts", cell: (index) => number(volumes.periods[index]?.workouts ?? 0) }]}
            empty=""
          />
        </section>
      )}
    </div>
  )
}

/** How many of the newest workouts show their sets; those before show them when they are opened. */
const MOST_OPEN = 3

type Past = ExerciseHistory["workouts"][number]

const Sets = ({
  past: { sets },
  before,
  exercise: { records },
  distanceUnit
}: Shown & { readonly past: Past; readonly before: Past["sets"] }) => {
  const weightIs = records.leastAssistance === undefined ? undefined : "assistance"
  return (
    <ol class="sets">
      {compared(sets, before, distanceUnit, { weightIs }).map(({ set, change }) => (
        <li>
          {setText(set, distanceUnit)}
          {typeText(set)}
          {change === undefined ? null : <span class={change.isBetter ? "gain" : "fall"}> {change.text}</span>}
        </li>
      ))}
    </ol>
  )
}

/** What a workout of the exercise came to; empty if its sets allow no estimate and move no weight. */
const figuresOf = ({ estimatedOneRepMax, volume }: Past, unit: string): ReadonlyArray<string> => [
  ...(estimatedOneRepMax === undefined ? [] : [`1RM about ${number(estimatedOneRepMax, 1)} ${unit}`]),
  ...(volume === undefined ? [] : [`volume ${number(volume)} ${unit}`])
]

const History = ({ exercise, distanceUnit, skip }: Shown & { readonly skip: number }) => {
  const { exerciseId, workouts, before = [], total, unit } = exercise
  const next = skip + workouts.length
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">History</h2>
      {total === 0 ? <p class="soft">No workout has it yet.</p> : null}
      <div class="times">
        {workouts.map((past, index) => {
          const figures = figuresOf(past, unit)
          const sum = figures.length === 0 ? null : <p class="soft">{figures.join(", ")}</p>
          const sets = (
            <Sets
              exercise={exercise}
              distanceUnit={distanceUnit}
              past={past}
              before={workouts[index + 1]?.sets ?? before}
            />
          )
          return index < MOST_OPEN ? (
            <div>
              <h3>
                <a href={workoutAddress(past.workoutId)}>{dayName(past.date)}</a>
              </h3>
              {sets}
              {sum}
            </div>
          ) : (
            <Folding
              isOpen={false}
              summary={
                <>
                  {shortDayName(past.date)} <small>{figures[0]}</small>
                </>
              }
            >
              {sets}
              {sum}
              <p>
                <a href={workoutAddress(past.workoutId)}>The whole workout</a>
              </p>
            </Folding>
          )
        })}
      </div>
      {next >= total || workouts.length === 0 ? null : (
        <p>
          <a href={`${exerciseAddress(exerciseId)}&skip=${next}`}>Older</a>
        </p>
      )}
    </section>
  )
}

const RANGE_NAMES = {
  "90": "3 months",
  "365": "A year",
  all: "All"
} as const satisfies Record<(typeof EXERCISE_RANGES)[number], string>

const isRange = Schema.is(Schema.Literal(...EXERCISE_RANGES))

/** The range of the charts. */
const Ranges = ({ exercise: { exerciseId }, current }: Pick<Shown, "exercise"> & { readonly current: string }) => (
  <nav aria-label="Range of the charts" class="ranges">
    {EXERCISE_RANGES.map((range) => (
      <a
        href={`${exerciseAddress(exerciseId)}&range=${range}`}
        {...(range === current ? { "aria-current": "true" as const } : {})}
      >
        {RANGE_NAMES[range]}
      </a>
    ))}
  </nav>
)

/** The page of one exercise: its records, its progress and its history. */
export const exerciseHistoryPage: Page = {
  path: EXERCISE_PATH,
  section: WORKOUTS_PATH,
  show: Effect.fnUntraced(function* ({ call, query, user: { distanceUnit } }) {
    const id = parameterOf(query, "id")
    if (id === undefined) return yield* fieldFault("id", "must name an exercise; choose one from a workout or Trends")
    const skip = query.skip ?? "0"
    if (typeof skip !== "string" || !/^\d{1,9}$/.test(skip)) {
      return yield* fieldFault("skip", "must be a whole number")
    }
    const range = query.range ?? "all"
    if (!isRange(range)) return yield* fieldFault("range", `must be one of ${EXERCISE_RANGES.join(", ")}`)
    const exercise = yield* call("get_exercise", { id, skip: Number(skip), range })
    const { name, otherNames, total } = exercise
    return {
      title: name,
      content: (
        <>
          <p>
            <a href={WORKOUTS_PATH}>← Workouts</a>
          </p>
          <h1>
            {name} <small>{counted(total, "workout", "workouts")}</small>
          </h1>
          <Records exercise={exercise} distanceUnit={distanceUnit} />
          {total === 0 ? null : <Ranges exercise={exercise} current={range} />}
          {total > 0 && exercise.progress === undefined ? <p class="soft">Not done in this range.</p> : null}
          <Charts exercise={exercise} />
          <History exercise={exercise} distanceUnit={distanceUnit} skip={Number(skip)} />
          {otherNames.length === 0 ? null : <p class="soft">Also called {otherNames.join(", ")}.</p>}
        </>
      )
    }
  })
}
