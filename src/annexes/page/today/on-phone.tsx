/** @jsxImportSource hono/jsx */
import { APP_NAMES, DEVICE_APPS, type DeviceApp } from "../../imports/devices/model.ts"
import { COPY_SCRIPT, Copyable } from "../frame/copy.tsx"
import { script, type View } from "../frame/view.ts"
import { Steps } from "../settings/phone-apps.tsx"

/** The page that a phone opens after scanning a code from "Phone and scales". Nobody is signed in there. */
export const ON_PHONE_PATH = "/app/phone"

/**
 * The link in a code: the app and the token are in its fragment, which browsers send to no server. A link is safer than
 * plain text, for which phones offer a web search.
 */
export const onPhoneLink = (origin: string, app: DeviceApp, token: string): string =>
  `${origin}${ON_PHONE_PATH}#${app}.${token}`

/** Shows the fragment's content, and removes it from the address. */
const TAKE_SCRIPT = script(`
const take = () => {
  const [, app, token] = /^#([a-z-]+)[.](fettle_[0-9a-z_]+)$/.exec(location.hash) ?? []
  if (token === undefined) return
  history.replaceState(null, "", location.pathname)
  document.getElementById("header").textContent = "Bearer " + token
  document.getElementById("none").hidden = true
  document.getElementById("given").hidden = false
  for (const steps of document.querySelectorAll("[data-app]")) steps.hidden = steps.dataset.app !== app
}
addEventListener("hashchange", take)
take()
`)

/** The address and header for a new device, to be copied into the app on the same phone. The same for everybody. */
export const onPhoneView = (address: string): View => ({
  title: "Connect this phone",
  isFormless: true,
  scripts: [TAKE_SCRIPT, COPY_SCRIPT],
  content: (
    <section class="card">
      <h1>Connect this phone</h1>
      <p id="none">
        This page shows the address and the header for an app on this phone when it is opened by the code on “Phone and
        scales” in your settings. It needs JavaScript. Open that page on another screen, and scan its code with this
        phone's camera.
      </p>
      <div id="given" hidden>
        <h2>Address</h2>
        <Copyable id="address" what="the address" text={address} />
        <h2>Name of the header</h2>
        <Copyable id="header-name" what="the header's name" text="Authorization" />
        <h2>Value of the header</h2>
        <Copyable id="header" what="the header's value" text="" />
        {DEVICE_APPS.map((name) => (
          <div data-app={name} hidden>
            <h2>{APP_NAMES[name]}</h2>
            <Steps app={name} />
          </div>
        ))}
        <p class="soft">Close this page when the app is connected: it shows the header until then.</p>
      </div>
    </section>
  )
})
