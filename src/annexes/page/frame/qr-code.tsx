/** @jsxImportSource hono/jsx */
import { encode } from "uqr"

/** Light modules around the code, which scanners need to find it (ISO/IEC 18004 asks for four). */
const QUIET_ZONE = 4

/**
 * Texts longer than this, in characters, get less error correction, because their modules would become too small to
 * scan.
 */
const LONG = 200

/** The dark modules of each row as strokes through their middle, in SVG path syntax. */
const strokesOf = (rows: ReadonlyArray<ReadonlyArray<boolean>>): string =>
  rows
    .map((row, y) => {
      const bars = [
        ...row
          .map((dark) => (dark ? "#" : " "))
          .join("")
          .matchAll(/( *)(#+)/g)
      ]
      return bars
        .map(
          ([, { length: gap } = "", { length } = ""], bar) => `${bar === 0 ? `M${gap} ${y}.5` : `m${gap} 0`}h${length}`
        )
        .join("")
    })
    .join("")

/**
 * A text as a QR code, as SVG without style or script. It is dark on light in both schemes, because many scanners read
 * nothing else. `label` is its text alternative.
 */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { data, size } = encode(text, { ecc: text.length > LONG ? "L" : "M", border: QUIET_ZONE })
  return (
    <svg
      class="qr"
      role="img"
      aria-label={label}
      width="264"
      height="264"
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={strokesOf(data)} stroke="#000" />
    </svg>
  )
}
