import { compact, STYLE } from "../../../surfaces/web/style.ts"
import { hashOf } from "../../../surfaces/web/unchanging.ts"
import chart from "../../../values/charts/chart.css" with { type: "text" }
import device from "./device.css" with { type: "text" }
import diary from "./diary.css" with { type: "text" }
import figures from "./figures.css" with { type: "text" }
import frame from "./frame.css" with { type: "text" }
import narrow from "./narrow.css" with { type: "text" }
import print from "./print.css" with { type: "text" }
import qrCode from "./qr-code.css" with { type: "text" }
import today from "./today.css" with { type: "text" }
import workouts from "./workouts.css" with { type: "text" }

/** The styles of all pages, in one file that browsers cache. Later ones win over earlier ones. */
export const STYLESHEET = [
  STYLE,
  ...[frame, figures, diary, today, workouts, chart, qrCode, device, narrow, print].map(compact)
].join("\n")

/** Its path, which changes with its content. */
export const STYLESHEET_PATH = `/assets/${hashOf(STYLESHEET)}.css`
