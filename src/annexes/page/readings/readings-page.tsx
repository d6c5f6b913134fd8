/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { Metric } from "../../../features/body-metrics/model.ts"
import { ActivityDay, isActivityDay, plusDays } from "../../../values/activity-day.ts"
import { longDay, number } from "../../../values/charts/format.ts"
import { restoredKey } from "../../imports/archive/format.ts"
import { BY_HAND, ImportStore, type Item } from "../../imports/ledger/store.ts"
import { readingKey } from "../../imports/rows/spooled.ts"
import { SAMPLE_SOURCE } from "../../imports/sample/source.ts"
import { ButtonForm, type Fields, Form, TextField } from "../frame/form.tsx"
import { whenGone } from "../frame/gone.ts"
import { dayIn, ofRow } from "../frame/inputs.ts"
import { action, fieldFault, type OutputOf, type Page, type Visit } from "../frame/page.ts"
import { READINGS_PATH, readingsAddress, TRENDS_PATH } from "../frame/paths.ts"
import { Redirect } from "../frame/view.ts"
import { sourceName } from "../settings/source-names.ts"
import { shortDayName } from "../trends/figures.tsx"
import { nameOf, UNIT_TEXTS } from "./metric-names.ts"
import { measuredOf, OddQuestion } from "./reading-typed.tsx"
import { changeReading, undoReading } from "./readings.tsx"

/** How many days a page looks back, and how many readings it shows at most. */
const DAYS = 366
const MOST = 40

const isMetric = Schema.is(Metric)

type Reading = OutputOf<"list_body_metrics">["readings"][number]

const textOf = ({ value, unit }: Reading["display"]): string => `${number(value, 2)}${UNIT_TEXTS[unit]}`

/** The address that a visit was to. */
const addressOf = ({ metric, to }: Fields): `/${string}` =>
  isMetric(metric) ? readingsAddress(metric, isActivityDay(to) ? to : undefined) : TRENDS_PATH

const remove = action(Schema.Struct({ metric: Metric, date: ActivityDay }), ({ call, query }, reading) =>
  call("delete_body_metric", reading).pipe(
    whenGone("This reading was deleted already. There is nothing more to do."),
    Effect.map(({ metric, date, value, display }) => {
      const to = addressOf(query)
      const text = `${textOf(display)} of ${longDay(date)} is deleted.`
      const fields = { metric, date, before: String(value) }
      return new Redirect(to, { undo: { text, to, action: "undo_reading", fields } })
    })
  )
)

/** The keys under which an import may have written a reading, the second from an archive. */
const keysOf = (metric: Metric, date: ActivityDay) => {
  const key = readingKey(metric, date)
  return [key, restoredKey(key)]
}

/** Where readings come from, by the day. Those that no import has written were typed, or logged by a program. */
const sourcesOf = (items: ReadonlyMap<string, Item>, metric: Metric) => (date: ActivityDay) => {
  const item = keysOf(metric, date)
    .flatMap((key) => items.get(key) ?? [])
    .at(0)
  if (item === undefined || item.fingerprint === BY_HAND) return "typed"
  const name = item.source === SAMPLE_SOURCE ? "sample data" : sourceName(item.source)
  return item.since === "edited" ? `${name}, changed since` : name
}

/** A link that opens the form for a reading in its row, or the form. */
const ChangeForm = ({
  visit,
  metric,
  reading: { date, display }
}: {
  readonly visit: Visit
  readonly metric: Metric
  readonly reading: Reading
}) => {
  const { query } = visit
  const state = ofRow(visit.form("change"), "date", date)
  const to = addressOf(query)
  const id = `change-${date}`
  // Forty forms would make the page half as large again.
  return state.values.date !== date && query.change !== date ? (
    <a class="button quiet" href={`${to}&change=${date}#${id}`} id={id}>
      Change<span class="unseen">{` ${textOf(display)} of ${longDay(date)}`}</span>
    </a>
  ) : (
    <Form state={state} to={to} id={id} className="row">
      <input type="hidden" name="metric" value={metric} />
      <input type="hidden" name="date" value={date} />
      <TextField
        state={state}
        name="value"
        label={`${nameOf(metric)} (${UNIT_TEXTS[display.unit].trim()})`}
        value={String(display.value)}
        inputmode={metric === "steps" ? "numeric" : "decimal"}
        measured={measuredOf(metric)}
        unit={display.unit}
      />
      <button type="submit" class="quiet">
        Save
      </button>
      <OddQuestion state={state} />
    </Form>
  )
}

const Row = ({
  source,
  ...shown
}: Parameters<typeof ChangeForm>[0] & {
  readonly source: string
}) => {
  const { visit, metric, reading } = shown
  const { date, display } = reading
  return (
    <li>
      <div>
        <strong>{textOf(display)}</strong> <span class="soft">{source}</span>
        <br />
        <span class="soft">{shortDayName(date)}</span>
      </div>
      <ChangeForm {...shown} />
      <ButtonForm
        state={visit.form("remove")}
        to={addressOf(visit.query)}
        fields={{ metric, date }}
        className="danger"
        label={`Delete ${textOf(display)} of ${longDay(date)}`}
      >
        ×
      </ButtonForm>
    </li>
  )
}

/** Chooses the last day that is shown. */
const UpTo = ({ metric, to }: { readonly metric: Metric; readonly to: ActivityDay }) => (
  <form method="get" action={READINGS_PATH} class="row up-to">
    <input type="hidden" name="metric" value={metric} />
    <div class="field">
      <label for="to">Up to</label>
      <input id="to" name="to" type="date" value={to} />
    </div>
    <button type="submit" class="quiet">
      Show
    </button>
  </form>
)

/** The readings of a metric, newest first, with their sources. Each can be changed and deleted. */
export const readingsPage = Effect.map(
  ImportStore,
  (imports): Page => ({
    path: READINGS_PATH,
    section: TRENDS_PATH,
    messages: { undone: "The reading is back.", reading: "The reading is as it was." },
    actions: {
      remove,
      change: changeReading(({ query }) => addressOf(query)),
      undo_reading: undoReading(({ query }) => addressOf(query))
    },
    show: Effect.fnUntraced(function* (visit) {
      const { metric } = visit.query
      if (!isMetric(metric)) return yield* fieldFault("metric", "must be a metric, such as weight or waist")
      const to = dayIn({ date: visit.query.to ?? "" }, visit.today)
      if (to === undefined) return yield* fieldFault("to", "must be a day, such as 2026-03-14")
      const { readings } = yield* visit.call("list_body_metrics", { metric, from: plusDays(to, 1 - DAYS), to })
      const shown = readings.toReversed().slice(0, MOST)
      const last = shown.at(-1)
      const keys = shown.flatMap(({ date }) => keysOf(metric, date))
      const sourceOf = sourcesOf(yield* imports.items(visit.user.id, "reading", keys), metric)
      return {
        title: nameOf(metric),
        content: (
          <>
            <p>
              <a href={TRENDS_PATH}>← Trends</a>
            </p>
            <h1>
              {nameOf(metric)} <small>up to {longDay(to)}</small>
            </h1>
            <UpTo metric={metric} to={to} />
            {last === undefined ? (
              <p>There are no readings in the year up to this day.</p>
            ) : (
              <>
                <section class="card" aria-label="Readings, newest first">
                  <ul class="rows tight readings">
                    {shown.map((reading) => (
                      <Row visit={visit} metric={metric} reading={reading} source={sourceOf(reading.date)} />
                    ))}
                  </ul>
                </section>
                <a class="button quiet" href={readingsAddress(metric, plusDays(last.date, -1))}>
                  Older readings
                </a>
              </>
            )}
          </>
        )
      }
    })
  })
)
