/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { AppConfig } from "../../../config.ts"
import { Conflict } from "../../../contract/errors.ts"
import type { AccountStore } from "../../../features/accounts/store.ts"
import type { Transactions } from "../../../platform/database/transactions.ts"
import { INGEST_PATH } from "../../../surfaces/web/ingest-path.ts"
import { sharedAddress } from "../../../surfaces/web/own-address.ts"
import { createDevice, type Device, listDevices } from "../../imports/devices/devices.ts"
import { APP_NAMES, DEVICE_APPS, DeviceApp, DeviceId } from "../../imports/devices/model.ts"
import type { DeviceStore } from "../../imports/devices/store.ts"
import { ButtonForm } from "../frame/form.tsx"
import { KEY_FIELD, keyOf } from "../frame/inputs.ts"
import { Notice } from "../frame/layout.tsx"
import { making, type Page, type Visit } from "../frame/page.ts"
import { Redirect, type View } from "../frame/view.ts"
import { gone } from "./gone.ts"
import { deviceAddress, PHONE_PATH } from "./paths.ts"
import { PHONE_APPS } from "./phone-apps.tsx"
import { madeView, Unreachable } from "./phone-made.tsx"
import { Standing } from "./phone-shown.tsx"

/** A new device, handed over to the page that shows it. */
const New = Schema.parseJson(Schema.Struct({ id: DeviceId, app: DeviceApp, token: Schema.String }))
const encodeNew = Schema.encodeSync(New)
const decodeNew = Schema.decodeUnknownOption(New)

const Choosing = ({ visit }: { readonly visit: Visit }) => (
  <ul class="rows">
    {DEVICE_APPS.map((app) => (
      <li>
        <div>
          <strong>{APP_NAMES[app]}</strong>
          <span class="hint">{PHONE_APPS[app].about}</span>
        </div>
        <ButtonForm
          state={visit.form("connect")}
          to={PHONE_PATH}
          fields={{ app, [KEY_FIELD]: keyOf(visit.form("connect")) }}
          className=""
          label={`Connect ${APP_NAMES[app]}`}
        >
          Connect
        </ButtonForm>
      </li>
    ))}
  </ul>
)

const List = ({ devices, visit }: { readonly devices: ReadonlyArray<Device>; readonly visit: Visit }) => (
  <ul class="rows">
    {devices.map((device) => (
      <li>
        <div>
          <a href={deviceAddress(device.id)}>{device.name}</a>
          <span class="hint">
            <Standing device={device} user={visit.user} />
          </span>
        </div>
      </li>
    ))}
  </ul>
)

/** The devices that send data by themselves, and a choice of apps for another one. */
export const phonePage = Effect.gen(function* () {
  const { baseUrl, environment } = yield* AppConfig
  const services = yield* Effect.context<AccountStore | DeviceStore | Transactions>()
  const page: Page = {
    path: PHONE_PATH,
    setting: { label: "Phone and scales", about: "Let apps on your phone bring data in by themselves." },
    messages: { ended: "The device is disconnected. What it brought has stayed." },
    show: Effect.fnUntraced(function* (visit) {
      const made = Option.getOrUndefined(decodeNew(visit.handedOver))
      const { origin } = sharedAddress(baseUrl, visit.address)
      if (made !== undefined) {
        return madeView(made, origin, `${origin}${INGEST_PATH}`, deviceAddress(made.id))
      }
      const devices = yield* listDevices(visit.user.id)
      const live = devices.filter(({ endedAt }) => endedAt === null)
      const ended = devices.filter(({ endedAt }) => endedAt !== null)
      const view: View = {
        title: "Phone and scales",
        content: (
          <>
            <h1>Phone and scales</h1>
            {visit.query.new === undefined ? null : (
              <Notice>The header is shown once, and not kept. If you did not copy it, connect the app again.</Notice>
            )}
            {live.length === 0 ? null : (
              <section class="card">
                <h2>Connected</h2>
                <List devices={live} visit={visit} />
              </section>
            )}
            <section class="card">
              <h2>Connect an app</h2>
              <p>
                It sends what your phone, watch and scale record, every hour and by itself. It can bring data in, and do
                nothing else.
              </p>
              <Unreachable origin={origin} />
              <Choosing visit={visit} />
            </section>
            {ended.length === 0 ? null : (
              <details>
                <summary>Disconnected ({ended.length})</summary>
                <List devices={ended} visit={visit} />
              </details>
            )}
          </>
        )
      }
      return view
    }, Effect.provide(services)),
    actions: {
      connect: making("device", Schema.Struct({ app: DeviceApp }), ({ user, today }, { app }) =>
        createDevice(user.id, { app, name: `${APP_NAMES[app]}, ${today}`, environment }).pipe(
          Effect.catchTags({
            UnknownAccount: gone,
            TooManyDevices: ({ message }) => new Conflict({ message })
          }),
          Effect.map(
            ({ device: { id }, token }) =>
              new Redirect(`${PHONE_PATH}?new`, { handsOver: encodeNew({ id, app, token }) })
          ),
          Effect.provide(services)
        )
      )
    }
  }
  return page
})
