import { barcodeDigits, printedDigits } from "../../../values/barcode-digits.ts"
import { buttonOf, textOf } from "./ask.ts"
import { element } from "./elements.ts"

/** Reads the barcode that a camera shows now; undefined if it sees none. */
type Read = (video: HTMLVideoElement) => Promise<string | undefined>

/** What browsers with a reader of their own offer. */
interface Detector {
  readonly detect: (source: HTMLVideoElement) => Promise<ReadonlyArray<{ readonly rawValue: string }>>
}
interface DetectorClass {
  new (options: { readonly formats: ReadonlyArray<string> }): Detector
  readonly getSupportedFormats: () => Promise<ReadonlyArray<string>>
}

const FORMATS = ["ean_13", "ean_8", "upc_a", "upc_e"]

/** Milliseconds between two looks at the picture. */
const PAUSE = 60

/** How often in a row a barcode must be read. A single reading may be of other lines. */
const TIMES = 2

/** The event of a search for which there is no network, with its words. */
export const UNSEARCHED = "fettle:unsearched"

const isDetectorClass = (found: unknown): found is DetectorClass =>
  typeof found === "function" && "getSupportedFormats" in found

const browserReader = async (): Promise<Read | undefined> => {
  const found: unknown = Reflect.get(globalThis, "BarcodeDetector")
  if (!isDetectorClass(found)) return undefined
  const supported: ReadonlyArray<string> = await found.getSupportedFormats().catch((): ReadonlyArray<string> => [])
  if (!FORMATS.every((format) => supported.includes(format))) return undefined
  const detector = new found({ formats: FORMATS })
  return async (video) => (await detector.detect(video))[0]?.rawValue
}

/** The browser's own reader, or else the one that the button names, which is loaded now. */
const readerOf = async ({ dataset: { scan = "", wasm = "" } }: HTMLElement): Promise<Read> => {
  const own = await browserReader()
  if (own !== undefined) return own
  const loaded: { readonly makeReader: (wasm: string) => Promise<Read> } = await import(scan)
  return loaded.makeReader(wasm)
}

const CAMERA = { video: { facingMode: "environment", width: { ideal: 1280 }, height: { ideal: 720 } }, audio: false }

const TYPE_IT = "Type the digits below the bars instead."

/** Why there is no picture, in words. */
const noPicture = (error: unknown): string => {
  const name = error instanceof DOMException ? error.name : ""
  if (name === "NotAllowedError")
    return `The camera is not allowed for this page; the browser's settings can allow it. ${TYPE_IT}`
  if (name === "NotFoundError" || name === "OverconstrainedError") return `There is no camera. ${TYPE_IT}`
  if (name === "NotReadableError") return `Another program uses the camera. ${TYPE_IT}`
  return navigator.onLine ? `Scanning does not work here. ${TYPE_IT}` : `No network to load the scanner. ${TYPE_IT}`
}

const cameraOf = (): Promise<MediaStream> =>
  navigator.mediaDevices === undefined
    ? Promise.reject(new DOMException("No https", "NotFoundError"))
    : navigator.mediaDevices.getUserMedia(CAMERA)

/** Looks at the camera until the dialog is closed or a barcode was read; returns it as printed. */
const watch = async (video: HTMLVideoElement, read: Read, isOpen: () => boolean): Promise<string | undefined> => {
  let last: string | undefined
  let times = 0
  while (isOpen()) {
    const digits = barcodeDigits((await read(video).catch(() => undefined)) ?? "")
    times = digits === undefined ? times : digits === last ? times + 1 : 1
    last = digits ?? last
    if (last !== undefined && times >= TIMES) return printedDigits(last)
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
  }
  return undefined
}

/** Shows the camera and a field for the digits. Returns the barcode as printed, or as typed; undefined if cancelled. */
const scanned = (button: HTMLElement): Promise<string | undefined> =>
  new Promise((resolve) => {
    const { asks = "" } = button.dataset
    const title = element("h2", { id: "scanning" }, "Scan a barcode")
    const video = element("video", { playsinline: "", "aria-label": "Camera" })
    video.muted = true
    const says = element("p", { role: "status" }, "Hold the barcode in front of the camera.")
    const field = element("input", { id: "digits", inputmode: "numeric", autocomplete: "off", maxlength: "20" })
    const form = element(
      "form",
      { class: "find" },
      element("label", { for: "digits", class: "unseen" }, "Digits of the barcode"),
      field
    )
    field.placeholder = "Or type its digits"
    form.append(element("button", { type: "submit" }, "Search"))
    const dialog = element("dialog", { class: "scan", "aria-labelledby": "scanning" }, title, video, says, form)
    if (asks !== "")
      dialog.append(
        textOf("p", `A code that no food here has is sent to ${asks}; nothing else leaves this server.`, "soft")
      )
    dialog.append(buttonOf("Cancel", "quiet", () => dialog.close("")))
    let stream: MediaStream | undefined
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    dialog.addEventListener("close", () => {
      stop()
      dialog.remove()
      resolve(dialog.returnValue === "" ? undefined : dialog.returnValue)
    })
    form.addEventListener("submit", (event) => {
      event.preventDefault()
      if (field.value.trim() !== "") dialog.close(field.value.trim())
    })
    const start = async () => {
      const [camera, read] = await Promise.all([cameraOf().then((camera) => (stream = camera)), readerOf(button)])
      if (!dialog.open) return stop()
      video.srcObject = camera
      await video.play()
      const found = await watch(video, read, () => dialog.open)
      if (found !== undefined && dialog.open) dialog.close(found)
    }
    document.body.append(dialog)
    dialog.showModal()
    start().catch((error: unknown) => {
      stop()
      if (!dialog.open) return
      video.remove()
      says.textContent = noPicture(error)
      field.focus()
    })
  })

/** Shows the form that logs a barcode without searching for it first. */
const showUnsearched = (words: string): void => {
  const digits = barcodeDigits(words)
  const place = document.querySelector<HTMLElement>("[data-scanned]")
  const form = place?.querySelector("form")
  const field = form?.elements.namedItem("barcode")
  if (place === null || form == null || !(field instanceof HTMLInputElement) || digits === undefined) return
  field.value = printedDigits(digits)
  form.dataset.offline = `Barcode ${field.value}`
  place.hidden = false
  form.addEventListener("fettle:kept", () => (place.hidden = true), { once: true })
}

/** Lets the button beside the search scan a barcode, and searches for it. */
export const attachScan = (): void => {
  document.addEventListener(UNSEARCHED, (event) => {
    if (event instanceof CustomEvent && typeof event.detail === "string") showUnsearched(event.detail)
  })
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-scan]")) {
    button.hidden = false
    button.addEventListener("click", () => {
      void scanned(button).then((digits) => {
        const input = button.form?.querySelector<HTMLInputElement>("input[type=search]")
        if (digits === undefined || input == null) return
        input.value = digits
        input.dispatchEvent(new Event("input", { bubbles: true }))
      })
    })
  }
}
