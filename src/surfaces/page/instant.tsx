/** @jsxImportSource hono/jsx */
import { DateTime } from "effect"
import type { User } from "../../contract/handler/user.ts"

/** An instant in a user's timezone, such as `2026-03-14 12:00`. */
const textOf = (instant: DateTime.Utc, timezone: User["timezone"]): string =>
  DateTime.formatIsoZoned(DateTime.unsafeSetZoneNamed(instant, timezone)).slice(0, 16).replace("T", " ")

/** An instant in the user's timezone. */
export const Instant = ({ at, user }: { readonly at: DateTime.Utc; readonly user: User }) => (
  <time datetime={DateTime.formatIso(at)}>{textOf(at, user.timezone)}</time>
)
