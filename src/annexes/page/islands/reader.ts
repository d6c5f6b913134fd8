import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader"

/*
 * Reads barcodes from a camera's pictures, for browsers that cannot. It is a file of its own, loaded when somebody scans.
 */

/** Longest side of a picture to read, in pixels. */
const LONGEST = 960

/** ZXing looks along rows and columns, so each picture is turned by the next of these angles, in degrees. */
const ANGLES = [0, 0, 25, -25, 45]

/** Loads the reader from this service. */
export const makeReader = async (wasm: string): Promise<(video: HTMLVideoElement) => Promise<string | undefined>> => {
  const answer = await fetch(wasm)
  if (!answer.ok) throw new Error("The reader of barcodes could not be loaded")
  await prepareZXingModule({ overrides: { wasmBinary: await answer.arrayBuffer() }, fireImmediately: true })
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })
  let turn = 0
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (context === null || videoWidth === 0) return undefined
    const scale = Math.min(1, LONGEST / Math.max(videoWidth, videoHeight))
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height]
    const angle = ((ANGLES[turn++ % ANGLES.length] ?? 0) * Math.PI) / 180
    context.setTransform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), width / 2, height / 2)
    context.drawImage(video, -width / 2, -height / 2, width, height)
    const [found] = await readBarcodes(context.getImageData(0, 0, width, height), {
      formats: ["EAN13", "EAN8", "UPCA", "UPCE"],
      maxNumberOfSymbols: 1
    })
    return found?.text
  }
}
