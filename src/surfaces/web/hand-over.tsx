/** @jsxImportSource hono/jsx */
import { type Children, script } from "./html.ts"

/** The path of the reference. */
export const REFERENCE_PATH = "/docs"

/** The prefix of the channel's name, and of the fragment that contains the rest of the name. */
const CHANNEL = "fettle-token-"
const FRAGMENT = "#token-"

/**
 * Makes {@link TryToken} hand over its token to the tab that it opens, by a channel that only pages of this origin can
 * name. The address contains the channel's random name, never the token, and nothing is stored.
 */
export const GIVE_TOKEN_SCRIPT = script(`
for (const link of document.querySelectorAll("a[data-gives]")) {
  link.addEventListener("click", () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const name = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")
    const channel = new BroadcastChannel("${CHANNEL}" + name)
    channel.onmessage = () => {
      channel.postMessage(document.getElementById(link.dataset.gives).textContent)
      channel.close()
    }
    link.href = "${REFERENCE_PATH}${FRAGMENT}" + name
  })
}
`)

/** Opens the reference with the token in the element `from`. The page needs {@link GIVE_TOKEN_SCRIPT}. */
export const TryToken = ({ from, children }: { readonly from: string; readonly children?: Children }) => (
  <a class="button quiet" href={REFERENCE_PATH} target="_blank" rel="noopener" data-gives={from}>
    {children ?? "Try it in the reference"}
  </a>
)

/** Part of the reference's script: calls \`take\` with the token if another page hands one over. */
export const TAKE_TOKEN = `
const takeToken = (take) => {
  const [, name] = /^${FRAGMENT}([0-9a-f]{32})$/.exec(location.hash) ?? []
  if (name === undefined) return
  history.replaceState(null, "", location.pathname)
  const channel = new BroadcastChannel("${CHANNEL}" + name)
  channel.onmessage = ({ data }) => {
    channel.close()
    take(String(data))
  }
  channel.postMessage("ready")
}
`
