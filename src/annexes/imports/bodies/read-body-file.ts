import { readFile } from "node:fs/promises"
import { Clock, Effect } from "effect"
import { makeReasons, type Part } from "../devices/record.ts"
import { PersonClock } from "../formats/zones.ts"
import type { ReadingOrder } from "../ledger/prepared.ts"
import { PARTS_IN_SPOOL } from "../ledger/prepared.ts"
import { UnreadableFile } from "../rows/rows.ts"
import { writeSpool } from "../uploads/spool.ts"
import { type Envelope, recogniseBody, refusalOf } from "./read-body.ts"

const refuse = (name: string, problem: string) =>
  new UnreadableFile({ file: name, line: null, problem, advice: "Send what the app sends, unchanged" })

/** Reads a JSON body from a file, and puts its parts into the spool of the order's folder. */
export const readBodyFile = Effect.fnUntraced(function* (
  { path, name, folder, today, read }: ReadingOrder,
  envelope: Envelope
) {
  const text = yield* Effect.promise(() => readFile(path, "utf8"))
  const json = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => refuse(name, "is not valid JSON")
  })
  const known = recogniseBody(json, envelope)
  if (known === undefined) return yield* refuse(name, refusalOf(json))
  const clock = new PersonClock(read.timezone, read.eras?.[known.app])
  const held = yield* writeSpool(folder, name)
  let line = 0
  const hold = (part: Part) => held.addLine(PARTS_IN_SPOOL, { line: ++line, text: JSON.stringify(part) })
  const reasons = makeReasons()
  const now = yield* Clock.currentTimeMillis
  for (const part of known.parts({ clock, today: clock.lastDayAt(now) ?? today, now })) {
    if (part._tag === "LeftOut") reasons.add(part)
    else hold(part)
  }
  for (const part of reasons.parts()) hold(part)
  held.finish()
  return { _tag: "Parts", app: known.app } as const
}, Effect.scoped)
