import { assetText } from "../../../platform/assets/assets.ts"
import { type Script, script } from "../frame/view.ts"

/** The browser part of `@simplewebauthn`, as packaged. */
const bundle = assetText("node_modules/@simplewebauthn/browser/dist/bundle/index.umd.min.js")

/** Asks the browser for a passkey when a form with `data-passkey` is sent, and adds the answer to the form. */
const FORMS = `
for (const form of document.querySelectorAll("form[data-passkey]")) {
  const button = form.querySelector("button")
  const status = form.querySelector("[role=status]")
  const { startRegistration, startAuthentication } = SimpleWebAuthnBrowser
  button.disabled = false
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    button.disabled = true
    status.textContent = "Waiting for your browser…"
    const optionsJSON = JSON.parse(form.dataset.options)
    try {
      const answer = await (form.dataset.passkey === "add" ? startRegistration : startAuthentication)({ optionsJSON })
      form.elements.answer.value = JSON.stringify(answer)
      form.submit()
    } catch (error) {
      button.disabled = false
      status.textContent = error.name === "InvalidStateError"
        ? "This device has a passkey for your page already."
        : error.name === "SecurityError"
        ? "Passkeys do not work at this address. Open the page at the host " + (optionsJSON.rp?.id ?? optionsJSON.rpId) + "."
        : "No passkey was used: it was cancelled, or took too long. Try again."
    }
  })
}
`

export const PASSKEY_SCRIPTS: ReadonlyArray<Script> = [script(bundle), script(FORMS)]
