/** @jsxImportSource hono/jsx */
import { isLoopback } from "../../../surfaces/web/own-address.ts"
import { APP_NAMES, type DeviceApp } from "../../imports/devices/model.ts"
import { COPY_SCRIPT, Copyable } from "../frame/copy.tsx"
import { QrCode } from "../frame/qr-code.tsx"
import type { View } from "../frame/view.ts"
import { onPhoneLink } from "../today/on-phone.tsx"
import { PHONE_APPS, Steps, workoutsLink } from "./phone-apps.tsx"

/** A device that was just created, with its token, which is shown once. */
interface MadeDevice {
  readonly app: DeviceApp
  readonly token: string
}

/** The code to scan: it opens the app with everything filled in, or a page on the phone to copy from. */
const Scan = ({
  made: { app, token },
  origin,
  address
}: {
  readonly made: MadeDevice
  readonly origin: string
  readonly address: string
}) => {
  const { link } = PHONE_APPS[app]
  const title = APP_NAMES[app]
  const destination = { address, header: `Bearer ${token}` }
  if (link === undefined)
    return (
      <>
        <h2>On another screen than the phone's</h2>
        <p>
          Scan this code with the phone's camera, and open the link. It shows address, header and steps there, to be
          copied.
        </p>
        <QrCode
          text={onPhoneLink(origin, app, token)}
          label="Code with a link that shows the address and the header below on the phone"
        />
      </>
    )
  return (
    <>
      <h2>On another screen than the iPhone's</h2>
      <p>
        Scan this code with the iPhone's camera. {title} opens, with a new automation that has everything filled in.
      </p>
      <QrCode
        text={link(destination)}
        label={`Code with a link that opens ${title} with the address and the header below`}
      />
      <details>
        <summary>A second code, for workouts</summary>
        <QrCode
          text={workoutsLink(destination)}
          label={`Code with a link that opens ${title} for workouts, with the address and the header below`}
        />
      </details>
      <h2>On the iPhone itself</h2>
      <p class="buttons">
        <a class="button" href={link(destination)}>
          Open {title}
        </a>
        <a class="button quiet" href={workoutsLink(destination)}>
          The same for workouts
        </a>
      </p>
    </>
  )
}

/** Says that a phone cannot reach the address, if only this computer can. */
export const Unreachable = ({ origin }: { readonly origin: string }) =>
  isLoopback(new URL(origin).hostname) ? (
    <p class="fault" role="note">
      {origin} is this computer alone, and no phone can reach it. Start Fettle with <code>BASE_URL</code> set to an
      address that your phone can open, such as <code>http://192.168.1.20:{new URL(origin).port || "3000"}</code>, and
      connect the app from there. At its start, Fettle prints the settings for this.
    </p>
  ) : null

/** A new device: its code, address, header and steps, shown once. */
export const madeView = (made: MadeDevice, origin: string, address: string, devicePath: string): View => {
  const title = APP_NAMES[made.app]
  return {
    title: `Connect ${title}`,
    scripts: [COPY_SCRIPT],
    content: (
      <>
        <h1>Connect {title}</h1>
        <p class="notice">This page is shown once. The header works like a password that can only bring data in.</p>
        <Unreachable origin={origin} />
        <section class="card">
          <Scan made={made} origin={origin} address={address} />
        </section>
        <section class="card">
          <h2>Address</h2>
          <Copyable id="address" what="the address" text={address} />
          <h2>Name of the header</h2>
          <Copyable id="header-name" what="the header's name" text="Authorization" />
          <h2>Value of the header</h2>
          <Copyable id="header" what="the header's value" text={`Bearer ${made.token}`} />
        </section>
        <section class="card">
          <h2>In the app, by hand</h2>
          <Steps app={made.app} />
          <p>
            <a href={devicePath}>What has arrived</a>
          </p>
        </section>
      </>
    )
  }
}
