import { writeFile } from "node:fs/promises"
import type { HttpServerRequest } from "@effect/platform"
import { Clock, Effect } from "effect"
import type { Identity } from "../../../call/identity.ts"
import type { ValidationFailed } from "../../../contract/errors.ts"
import { dayOf } from "../../../contract/handler/user.ts"
import { unhurried } from "../../../platform/workers/give-way.ts"
import { type Envelope, recogniseBody, refusalOf } from "../bodies/read-body.ts"
import * as Arrivals from "../devices/arrive.ts"
import { optionsFor, readerFor } from "../devices/read-options.ts"
import type { Part } from "../devices/record.ts"
import type { StoredDevice } from "../devices/store.ts"
import { PARTS_IN_SPOOL, type ReadingOrder } from "../ledger/prepared.ts"
import { adviceForCommand } from "../rows/advice.ts"
import type { UnansweredQuestions } from "../rows/questions.ts"
import type { UnreadableFile } from "../rows/rows.ts"
import { readSpool } from "../uploads/spool.ts"
import { bodyFault, type Received } from "./receive.ts"
import { makeTurns } from "./turns.ts"

type Request = HttpServerRequest.HttpServerRequest

const isJsonText = (bytes: Uint8Array): boolean =>
  /^[\s\uFEFF]*[[{]/.test(new TextDecoder().decode(bytes.subarray(0, 256)))

const parse = (bytes: Uint8Array): Effect.Effect<unknown, ValidationFailed> =>
  Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)),
    catch: () => bodyFault("is not valid JSON in UTF-8")
  })

const partsIn = function* (lines: Iterable<ReadonlyArray<{ readonly text: string }>>): Generator<Part> {
  for (const some of lines)
    for (const { text } of some) {
      const part: Part = JSON.parse(text)
      yield part
    }
}

/**
 * Most processor time for reading one body, in seconds. What an app sends in 10 MiB takes up to 5. A small archive may unpack
 * to far more.
 */
const MOST_WORK = 20

/** The name in reports of a body without a file name. */
const NAME = "body"

const IN_SETTINGS = "import it in the settings, under Import and export"

/** The field's name is that of the body. `smaller` is the advice to have a large file imported by a command. */
const asFault = (fault: UnreadableFile | UnansweredQuestions, smaller: string): ValidationFailed => {
  if (fault._tag === "UnansweredQuestions") return bodyFault(`${fault.problemOf(NAME)} To answer that, ${IN_SETTINGS}`)
  const { file, line, problem, advice } = fault
  const at = [...(file === NAME ? [] : [file]), ...(line === null ? [] : [`line ${line}`])].join(", ")
  // Advice about a command does not help here.
  const isOfCommand = advice === smaller || (typeof advice !== "string" && advice.todo !== "pass")
  const todo = isOfCommand ? `Send what the app sends, unchanged, or ${IN_SETTINGS}` : adviceForCommand(advice)
  return bodyFault(`${at === "" ? "" : `${at}: `}${problem}. ${todo}`)
}

/** Reads a file in a process of its own. */
const prepare = (order: ReadingOrder) =>
  Effect.flatMap(
    Effect.promise(() => import("../jobs/prepare-apart.ts")),
    ({ MostWork, prepareApart, SMALLER }) =>
      // A request cannot be interrupted, but the effects that race within it must be.
      Effect.interruptible(
        prepareApart(order, () => Effect.void).pipe(
          Effect.provideService(MostWork, MOST_WORK),
          Effect.catchAll((fault) =>
            fault._tag === "UnreadableFile" && fault.isOfMachine === true
              ? Effect.die(fault)
              : Effect.fail(asFault(fault, SMALLER))
          )
        )
      )
  )

/**
 * Takes a received body: JSON from an app, or a file that imports can read. A process takes one body at a time, plus
 * two that are read in processes of their own, to leave processors and connections to others. Users take turns.
 */
export const makeTake = Effect.gen(function* () {
  const inTurn = makeTurns(1)
  const inTurnOfFiles = makeTurns(2)

  /** Reads a body in another process, and takes its content. */
  const takeFile = Effect.fnUntraced(function* (
    { account: { user } }: Identity,
    device: StoredDevice,
    { path, folder, body }: { readonly path: string; readonly folder: string; readonly body: Envelope | undefined }
  ) {
    const now = yield* Clock.currentTimeMillis
    const read = optionsFor(user, device)
    const { content } = yield* prepare({
      path,
      name: NAME,
      folder,
      today: dayOf(user, now),
      read,
      ...(body === undefined ? {} : { body })
    })
    if (content._tag === "Unpacked") {
      return yield* bodyFault(`is an archive of Fettle: ${IN_SETTINGS}`)
    }
    if (content._tag === "Taken") return yield* Arrivals.arriveFile(user.id, device.id, folder, content)
    const spool = yield* readSpool(folder)
    const parts = partsIn(spool.lines(PARTS_IN_SPOOL, 200))
    return yield* Arrivals.arrive(user.id, device.id, content.app, parts)
  })

  /** Reads a JSON body in this process, and takes its content. */
  const takeJson = Effect.fnUntraced(function* (
    { account: { user } }: Identity,
    device: StoredDevice,
    bytes: Uint8Array,
    envelope: Envelope
  ) {
    const body = yield* parse(bytes)
    const known = recogniseBody(body, envelope)
    if (known === undefined) return yield* bodyFault(refusalOf(body))
    const now = yield* Clock.currentTimeMillis
    const reader = readerFor(user, device, dayOf(user, now), now)
    return yield* Arrivals.arrive(user.id, device.id, known.app, known.parts(reader))
  })

  return Effect.fnUntraced(function* (
    request: Request,
    identity: Identity,
    device: StoredDevice,
    folder: string,
    received: Received
  ) {
    const envelope: Envelope = {
      aggregation: (request.headers["automation-aggregation"] ?? "").slice(0, 40).toLowerCase()
    }
    const { bytes, path } = received
    const userId = identity.account.user.id
    const asFile = (body: Envelope | undefined) =>
      inTurnOfFiles(userId, takeFile(identity, device, { path, folder, body }))
    if (bytes === undefined) {
      const start = new Uint8Array(yield* Effect.promise(() => Bun.file(path).slice(0, 256).arrayBuffer()))
      return yield* asFile(isJsonText(start) ? envelope : undefined)
    }
    if (bytes.byteLength === 0) return yield* bodyFault("is empty")
    if (!isJsonText(bytes)) {
      yield* Effect.promise(() => writeFile(path, bytes))
      return yield* asFile(undefined)
    }
    return yield* inTurn(userId, unhurried(takeJson(identity, device, bytes, envelope)))
  })
})
