import { STYLE } from "../../../surfaces/web/style.ts"
import { hashOf } from "../../../surfaces/web/unchanging.ts"
import { CHART_STYLE } from "../../../values/charts/style.ts"
import { QR_STYLE } from "../frame/qr-code.tsx"
import { DEVICE_STYLE } from "./device.ts"
import { DIARY_STYLE } from "./diary.ts"
import { FIGURES_STYLE } from "./figures.ts"
import { FRAME_STYLE } from "./frame.ts"
import { NARROW_STYLE } from "./narrow.ts"
import { PRINT_STYLE } from "./print.ts"
import { TODAY_STYLE } from "./today.ts"
import { WORKOUTS_STYLE } from "./workouts.ts"

/** The styles of all pages, in one file that browsers cache. */
export const STYLESHEET = [
  STYLE,
  FRAME_STYLE,
  FIGURES_STYLE,
  DIARY_STYLE,
  TODAY_STYLE,
  WORKOUTS_STYLE,
  CHART_STYLE,
  QR_STYLE,
  DEVICE_STYLE,
  NARROW_STYLE,
  PRINT_STYLE
].join("")

/** Its path, which changes with its content. */
export const STYLESHEET_PATH = `/assets/${hashOf(STYLESHEET)}.css`
