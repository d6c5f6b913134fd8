import decodeQR from "qr/decode.js"

/** Pixels per module of a code. */
const SCALE = 4

/** The strokes of a code's path: the start of each, its row, and its length. */
export const strokesIn = (html: string) => {
  const [, size = "0", path = ""] =
    /<svg class="qr"[^>]* viewBox="0 0 (\d+) \1"[^>]*>.*?<path d="([^"]*)"/s.exec(html) ?? []
  let [x, y] = [0, 0]
  const strokes = Array.from(path.matchAll(/([Mm])(\d+) (\d+)(?:\.5)?h(\d+)/g), ([, move, at, row, length]) => {
    if (move === "M") [x, y] = [0, Number(row)]
    x += Number(at)
    const stroke = { x, y, length: Number(length) }
    x += stroke.length
    return stroke
  })
  return { size: Number(size), strokes }
}

/** What a camera reads from the QR code of a page: the SVG's modules are drawn to a bitmap, and decoded. */
export const scanned = (html: string): string => {
  const { size, strokes } = strokesIn(html)
  const width = size * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const { x, y, length } of strokes) {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row++)
      data.fill(0, (row * width + x * SCALE) * 4, (row * width + (x + length) * SCALE) * 4)
  }
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return decodeQR({ width, height: width, data }, { timeLimit: 10_000 })
}
