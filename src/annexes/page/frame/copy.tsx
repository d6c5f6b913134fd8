/** @jsxImportSource hono/jsx */
import { script } from "./view.ts"

/** Makes copy buttons work. Without it they are hidden, and the text can be selected. */
export const COPY_SCRIPT = script(`
for (const button of document.querySelectorAll("button[data-copies]")) {
  const text = document.getElementById(button.dataset.copies)
  const status = button.nextElementSibling
  button.hidden = false
  button.addEventListener("click", async () => {
    getSelection().selectAllChildren(text)
    const copied = navigator.clipboard
      ? await navigator.clipboard.writeText(text.textContent).then(() => true, () => false)
      : document.execCommand("copy")
    status.textContent = copied ? "Copied" : "Selected: press Ctrl+C or ⌘C"
  })
}
`)

/** A text to copy, with a button. The page needs {@link COPY_SCRIPT}. */
export const Copyable = ({ id, what, text }: { readonly id: string; readonly what: string; readonly text: string }) => (
  <>
    <pre id={id}>{text}</pre>
    <p class="buttons">
      <button type="button" class="quiet" data-copies={id} hidden aria-label={`Copy ${what}`}>
        Copy
      </button>
      <span role="status" class="soft" />
    </p>
  </>
)
