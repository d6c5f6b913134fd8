/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { Conflict, NotFound } from "../../../contract/errors.ts"
import { present } from "../../../contract/fields.ts"
import { ActivityDay, isActivityDay, plusDays } from "../../../values/activity-day.ts"
import type { UserId } from "../../../values/ids.ts"
import { trimmed } from "../../../values/text.ts"
import type { Services } from "../../imports/devices/arrive.ts"
import {
  type Device,
  deviceDays,
  endDevice,
  listDevices,
  pauseDevice,
  requireDevice,
  resumeDevice,
  setDeviceSecret,
  type UnknownDevice
} from "../../imports/devices/devices.ts"
import { DeviceId, SECRET_LENGTHS } from "../../imports/devices/model.ts"
import type { DayCount } from "../../imports/devices/store.ts"
import { type Job, jobOf } from "../../imports/jobs/job-notes.ts"
import { Jobs } from "../../imports/jobs/jobs.ts"
import { ButtonForm, Form, TextField } from "../frame/form.tsx"
import { parameterOf } from "../frame/inputs.ts"
import { type Action, change, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { redirect, type View } from "../frame/view.ts"
import { dayName } from "../trends/figures.tsx"
import { Progress } from "./history-forms.tsx"
import { DEVICE_PATH, deviceAddress, PHONE_PATH } from "./paths.ts"
import { ByDay, ByKind, Latest, Standing } from "./phone-shown.tsx"

/** How many days are listed individually. */
const DAYS_SHOWN = 14

/** What the query asks to take back: everything, or from a day on. */
type Asked = { readonly from: ActivityDay | undefined } | undefined

/** The page of a device, showing the result of an undo. */
const undoneAddress = (id: DeviceId): string => `${deviceAddress(id)}&undone`

const noSuchDevice = () =>
  new NotFound({ message: "You have no such device. The page “Phone and scales” lists those there are." })

interface Shown {
  readonly device: Device
  readonly visit: Visit
}

/** The confirmation before an irreversible undo. */
const Question = ({ device: { id, name }, visit, from }: Shown & { readonly from: ActivityDay | undefined }) => (
  <section class="card">
    <h2>Take this back?</h2>
    <p>
      Readings, food and workouts that {name} has brought{from === undefined ? "" : ` for ${dayName(from)} and later`}{" "}
      go away, and what they had replaced comes back. What you have changed since stays. This cannot be undone: sent
      again, the same makes nothing.
    </p>
    <div class="buttons">
      <ButtonForm
        state={visit.form("undo")}
        to={deviceAddress(id)}
        fields={{ id, ...(from === undefined ? {} : { from }) }}
        className="danger"
      >
        Take it back
      </ButtonForm>
      <a class="button quiet" href={deviceAddress(id)}>
        Keep it
      </a>
    </div>
  </section>
)

/** Where a person asks for an undo. It leads to a question, so nothing is sent that changes anything. */
const Undoing = ({ device: { id }, visit }: Shown) => (
  <details>
    <summary>Take back what it brought</summary>
    <form method="get" action={DEVICE_PATH} class="fields">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="undo" value="yes" />
      <TextField
        state={visit.form("undo")}
        name="from"
        type="date"
        label="From this day on"
        hint="Without a day: everything that it brought."
      />
      <button type="submit" class="danger">
        Take back…
      </button>
    </form>
  </details>
)

const Came = ({ device, visit, days }: Shown & { readonly days: ReadonlyArray<DayCount> }) => {
  const { counts, arrived } = device
  const leftOut = (arrived?.leftOut ?? []).map(({ what, reason, at }) => ({ text: `${what}: ${reason}`, at }))
  const replaced = (arrived?.replaced ?? []).map(({ what, at }) => ({ text: what, at }))
  return (
    <section class="card">
      <h2>What came</h2>
      {counts.length === 0 ? <p>Nothing so far.</p> : <ByKind counts={counts} today={visit.today} />}
      {days.length === 0 ? null : <ByDay days={days} today={visit.today} />}
      {leftOut.length === 0 ? null : (
        <details>
          <summary>What was left out last, and why</summary>
          <Latest said={leftOut} user={visit.user} />
        </details>
      )}
      {replaced.length === 0 ? null : (
        <details>
          <summary>What a later file of its app replaced last</summary>
          <Latest said={replaced} user={visit.user} />
        </details>
      )}
      <p class="buttons">
        <a class="button quiet" href={deviceAddress(device.id)}>
          Look again
        </a>
      </p>
    </section>
  )
}

const Signing = ({ device: { id, hasSecret }, visit }: Shown) => {
  const state = visit.form("sign")
  return (
    <details>
      <summary>Signatures{hasSecret ? " (required)" : ""}</summary>
      <p>
        Life Dashboard Companion can sign what it sends (HMAC signing secret). With the same secret here, what is not
        signed is refused.
      </p>
      <Form state={state} to={deviceAddress(id)}>
        <input type="hidden" name="id" value={id} />
        <TextField
          state={state}
          name="secret"
          label="Secret"
          hint={`${SECRET_LENGTHS.min} to ${SECRET_LENGTHS.max} characters. Blank: no signatures.`}
        />
        <button type="submit">Save</button>
      </Form>
    </details>
  )
}

const Controls = ({ device, visit }: Shown) => {
  const { id, app, name, pausedAt } = device
  const pausing = pausedAt === null ? "pause" : "resume"
  return (
    <section class="card">
      <h2>Change it</h2>
      <p>
        {pausedAt === null
          ? "While a device is paused, what it sends is refused; most apps send it again later."
          : "It is paused: what it sends is refused."}
      </p>
      <ButtonForm state={visit.form(pausing)} to={deviceAddress(id)} fields={{ id }}>
        {pausedAt === null ? "Pause" : "Resume"}
      </ButtonForm>
      {app === "life-dashboard" || app === "other" ? <Signing device={device} visit={visit} /> : null}
      <details>
        <summary>Disconnect it</summary>
        <p>
          {device.tokenId === null
            ? "What is sent with an API token later makes another device."
            : "Its token stops working at once, for good."}{" "}
          What this one brought stays, except that it gives way to your other devices where they state the same.
        </p>
        <ButtonForm
          state={visit.form("end")}
          to={deviceAddress(id)}
          fields={{ id }}
          className="danger"
          label={`Disconnect ${name}`}
        >
          Disconnect
        </ButtonForm>
      </details>
    </section>
  )
}

/** A value that is not a day asks for nothing: it must not count as everything. */
const askedIn = ({ undo, from }: Visit["query"]): Asked =>
  undo !== "yes"
    ? undefined
    : isActivityDay(from)
      ? { from }
      : from === undefined || from === ""
        ? { from: undefined }
        : undefined

/** The job on the person's history, if the page was asked to show it; only an undo leads here. */
const Work = ({ job, device, visit }: Shown & { readonly job: Job }) => (
  <section class="card">
    <h2>Taking back</h2>
    <Progress visit={visit} job={job} to={undoneAddress(device.id)} />
  </section>
)

const viewOf = (device: Device, days: ReadonlyArray<DayCount>, job: Job | undefined, visit: Visit): View => {
  const asked = askedIn(visit.query)
  return {
    title: device.name,

    content: (
      <>
        <h1>{device.name}</h1>
        <p class="soft">
          <Standing device={device} user={visit.user} />
        </p>
        {job === undefined ? null : <Work job={job} device={device} visit={visit} />}
        {asked === undefined ? null : <Question device={device} visit={visit} from={asked.from} />}
        <Came device={device} visit={visit} days={days} />
        {device.endedAt === null ? <Controls device={device} visit={visit} /> : null}
        {device.importId === null ? null : <Undoing device={device} visit={visit} />}
        <p>
          <a href={PHONE_PATH}>All devices</a>
        </p>
      </>
    )
  }
}

const OfDevice = Schema.Struct({ id: DeviceId })

const Secret = Schema.Struct({
  id: DeviceId,
  secret: present(trimmed(SECRET_LENGTHS))
})

const Undo = Schema.Struct({ id: DeviceId, from: present(ActivityDay) })

/** One device: what it has sent, and everything that can be done with it. */
export const devicePage = Effect.gen(function* () {
  const services = yield* Effect.context<Services>()
  const jobs = yield* Jobs

  /** An action on a device that leads back to its page with the message of this name. */
  const doing = (
    message: string,
    run: (userId: UserId, id: DeviceId) => Effect.Effect<void, UnknownDevice, Services>,
    to: (id: DeviceId) => string = deviceAddress
  ): Action =>
    change(OfDevice, ({ user }, { id }) =>
      run(user.id, id).pipe(
        Effect.mapBoth({ onFailure: noSuchDevice, onSuccess: () => redirect(to(id), message) }),
        Effect.provide(services)
      )
    )

  const page: Page = {
    path: DEVICE_PATH,
    messages: {
      paused: "It is paused. What it sends is refused until you resume it.",
      resumed: "It is resumed. What it sends next is taken.",
      signed: "The signatures are saved."
    },
    show: Effect.fnUntraced(function* (visit) {
      const userId = visit.user.id
      const device = (yield* listDevices(userId)).find(({ id }) => id === parameterOf(visit.query, "id"))
      if (device === undefined) return yield* noSuchDevice()
      const days = yield* deviceDays(userId, device.id, plusDays(visit.today, 1 - DAYS_SHOWN))
      const job = visit.query.undone === undefined ? undefined : Option.getOrUndefined(yield* jobOf(userId))
      return viewOf(device, days, job, visit)
    }, Effect.provide(services)),
    actions: {
      pause: doing("paused", pauseDevice),
      resume: doing("resumed", resumeDevice),
      end: withoutAccess(doing("ended", endDevice, () => PHONE_PATH)),
      sign: change(Secret, ({ user }, { id, secret = null }) =>
        setDeviceSecret(user.id, id, secret).pipe(
          Effect.mapBoth({ onFailure: noSuchDevice, onSuccess: () => redirect(deviceAddress(id), "signed") }),
          Effect.provide(services)
        )
      ),
      undo: change(Undo, ({ user }, { id, from }) =>
        requireDevice(user.id, id).pipe(
          Effect.mapError(noSuchDevice),
          Effect.zipRight(
            Effect.mapError(jobs.startDeviceUndo(user.id, id, from), ({ message }) => new Conflict({ message }))
          ),
          Effect.as(redirect(undoneAddress(id))),
          Effect.provide(services)
        )
      )
    }
  }
  return page
})
