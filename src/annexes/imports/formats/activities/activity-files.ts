import type { ActivityPart } from "../../apps/recognise.ts"
import { pass } from "../../rows/advice.ts"
import { UnreadableFile } from "../../rows/rows.ts"
import type { Emitter } from "../emitter.ts"
import { startOf } from "../encodings.ts"
import { type Entry, fault, gunzipped, isGzip, unreadable } from "../input.ts"
import { activityFormatOf } from "./activity-format.ts"
import { ActivityRecorder, type RecorderContext } from "./activity-recorder.ts"
import { readFit } from "./fit.ts"
import { readGpx } from "./gpx.ts"
import { readTcx } from "./tcx.ts"

/** Largest unpacked recording, in MiB. A day with a point per second takes about 30 as text, and 5 as FIT. */
const LARGEST = { fit: 32, gpx: 128, tcx: 128 } as const
const MEBIBYTE = 1024 ** 2

const READERS = { fit: readFit, gpx: readGpx, tcx: readTcx } as const

const bounded = ({ name, bytes }: Entry, most: number): Entry => ({
  name,
  bytes: async function* () {
    let length = 0
    for await (const chunk of bytes()) {
      length += chunk.bytes.length
      if (length > most * MEBIBYTE) throw fault(name, null, `is larger than ${most} MiB`, pass("a shorter recording"))
      yield chunk
    }
  }
})

async function* readWhole(entry: Entry, recorder: ActivityRecorder): AsyncGenerator<number, void, undefined> {
  const start = await startOf(entry)
  if (start.length === 0) throw fault(entry.name, null, "is empty", "Export it again")
  const plain = isGzip(start) ? gunzipped(entry) : entry
  const format = activityFormatOf(await startOf(plain))
  if (format === null)
    throw fault(entry.name, null, "is not a FIT, TCX or GPX file", pass("the file as the app made it"))
  yield* READERS[format](bounded(plain, LARGEST[format]), recorder)
}

/**
 * Reads a FIT, TCX or GPX file, possibly packed by gzip, into `emit`; yields the position now and then. If a file
 * cannot be read to its end, what was found before counts, with a warning. A file that gives nothing is refused if it
 * is the only one, and otherwise left out.
 */
export async function* readActivityFile(
  { entry, isAlone }: Pick<ActivityPart, "entry" | "isAlone">,
  context: RecorderContext,
  emit: Emitter
): AsyncGenerator<number, void, undefined> {
  const recorder = new ActivityRecorder(entry.name, context, emit)
  try {
    yield* readWhole(entry, recorder)
    if (recorder.found === 0) recorder.nothing(1, "it holds no activity and no weighing")
  } catch (cause) {
    const refused = cause instanceof UnreadableFile ? cause : unreadable(entry.name, null, cause)
    if (recorder.found > 0) recorder.warn(`${refused.problem}: what comes before that was read`)
    else if (isAlone) throw refused
    else recorder.nothing(refused.line ?? 1, `the file ${refused.problem}`)
  }
  emit.endFile()
}
