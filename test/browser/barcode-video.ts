/*
 * Videos of barcodes, as Chromium's fake camera plays them.
 */

/** The bars of a digit with odd parity, of 7 modules. */
const ODD = [
  ...["0001101", "0011001", "0010011", "0111101", "0100011"],
  ...["0110001", "0101111", "0111011", "0110111", "0001011"]
]
const inverted = (bars: string) => [...bars].map((bar) => (bar === "0" ? "1" : "0")).join("")
const RIGHT = ODD.map(inverted)
const EVEN = RIGHT.map((bars) => [...bars].reverse().join(""))

/** The parities of the left half that state an EAN-13's first digit. */
const PARITIES = [
  ...["OOOOOO", "OOEOEE", "OOEEOE", "OOEEEO", "OEOOEE"],
  ...["OEEOOE", "OEEEOO", "OEOEOE", "OEOEEO", "OEEOEO"]
]

const digitsOf = (text: string) => [...text].map(Number)

/** The modules of an EAN-13, an EAN-8, or a UPC-A, which is an EAN-13 that begins with 0. */
export const barsOf = (code: string): string => {
  if (code.length === 12) return barsOf(`0${code}`)
  const [first = 0, ...others] = code.length === 13 ? digitsOf(code) : [0, ...digitsOf(code)]
  const half = others.length / 2
  const parities = PARITIES[first] ?? ""
  const left = others.slice(0, half).map((digit, place) => (parities[place] === "E" ? EVEN : ODD)[digit] ?? "")
  const right = others.slice(half).map((digit) => RIGHT[digit] ?? "")
  return `101${left.join("")}01010${right.join("")}101`
}

const [WIDTH, HEIGHT] = [640, 480]
const MODULE = 3
const BAR_HEIGHT = 200
const QUIET = 12 * MODULE
const [DARK, LIGHT, AROUND] = [40, 220, 128]

/** The brightness at a point of a label with these bars, turned by `angle` about the picture's middle. */
const brightnessAt = (bars: string, angle: number, x: number, y: number): number => {
  const [dx, dy] = [x - WIDTH / 2, y - HEIGHT / 2]
  const u = dx * Math.cos(angle) + dy * Math.sin(angle) + (bars.length * MODULE) / 2
  const v = dy * Math.cos(angle) - dx * Math.sin(angle) + BAR_HEIGHT / 2
  if (u < -QUIET || u > bars.length * MODULE + QUIET || v < -QUIET || v > BAR_HEIGHT + QUIET) return AROUND
  return v >= 0 && v <= BAR_HEIGHT && bars[Math.floor(u / MODULE)] === "1" ? DARK : LIGHT
}

/** A still of a barcode as a Y4M video, turned by `degrees`; without a code, of an empty label. */
export const videoOf = (code: string | undefined, degrees = 0): Uint8Array => {
  const bars = code === undefined ? "" : barsOf(code)
  const angle = (degrees * Math.PI) / 180
  const frame = new Uint8Array((WIDTH * HEIGHT * 3) / 2).fill(128)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      let sum = 0
      for (const [right, down] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75]
      ] as const)
        sum += brightnessAt(bars, angle, x + right, y + down)
      frame[y * WIDTH + x] = sum / 4
    }
  }
  const head = new TextEncoder().encode(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`)
  const start = new TextEncoder().encode("FRAME\n")
  return Buffer.concat([head, ...Array.from({ length: 4 }, () => [start, frame]).flat()])
}
