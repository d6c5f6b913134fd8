import { type FileHandle, open } from "node:fs/promises"
import { join } from "node:path"
import { pipeline, Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import { Effect } from "effect"
import { said } from "../../../contract/broken-rule.ts"
import { ValidationFailed } from "../../../contract/errors.ts"
import { isOfMachine } from "../../../platform/files/fault.ts"
import { writeAll } from "../../../platform/files/write-all.ts"

/** Largest body in bytes, as sent and unpacked: 10 MiB. */
const MOST_ARRIVAL_BYTES = 10 * 1_048_576
/**
 * Largest body kept in memory, in bytes. A larger one goes to a file, and is read in a process of its own, because
 * parsing it would hold up others for more than 2 ms.
 */
const IN_MEMORY = 262_144
/** How long a body may take to arrive, in seconds. */
const BODY_SECONDS = 60

export const bodyFault = (text: string) => ValidationFailed.of(said("body", text))
const tooLarge = bodyFault("must be at most 10 MiB, also when it is unpacked; send it in several parts")
const notGzip = bodyFault("is not valid gzip, though its Content-Encoding says so")
const cutShort = bodyFault("could not be read to its end; send it again")
const tooSlow = bodyFault(`did not come to its end within ${BODY_SECONDS} seconds; send less of it at once`)

/** Whether the body was not read to its end, so that its connection must be closed. */
export const isLeftUnread = (fault: unknown): boolean =>
  fault === tooLarge || fault === tooSlow || fault === cutShort || fault === notGzip

/** A body that has arrived. */
export interface Received {
  /** Its unpacked content; undefined if it is in the file. */
  readonly bytes: Uint8Array | undefined
  readonly path: string
  /** HMAC-SHA256 of the bytes as sent, in hex; empty without a secret. */
  readonly signature: string
}

const receive = async (
  source: globalThis.Request,
  { path, secret, isGzip, signal }: { path: string; secret: string | null; isGzip: boolean; signal: AbortSignal }
): Promise<Received> => {
  const hasher = secret === null ? undefined : new Bun.CryptoHasher("sha256", secret)
  let sent = 0
  const raw = async function* () {
    for await (const chunk of source.body ?? []) {
      if (signal.aborted) throw tooSlow
      sent += chunk.byteLength
      if (sent > MOST_ARRIVAL_BYTES) throw tooLarge
      hasher?.update(chunk)
      yield chunk
    }
  }
  const gunzip = isGzip ? createGunzip() : undefined
  if (gunzip !== undefined) pipeline(Readable.from(raw()), gunzip, () => undefined)
  const chunks: Array<Uint8Array> = []
  let total = 0
  let file: FileHandle | undefined
  try {
    for await (const given of gunzip ?? raw()) {
      const chunk: Uint8Array = given
      total += chunk.byteLength
      if (total > MOST_ARRIVAL_BYTES) throw tooLarge
      if (file === undefined && total <= IN_MEMORY) {
        chunks.push(chunk)
        continue
      }
      if (file === undefined) {
        file = await open(path, "w", 0o600)
        for (const earlier of chunks) await writeAll(file, earlier)
        chunks.length = 0
      }
      await writeAll(file, chunk)
    }
  } finally {
    gunzip?.destroy()
    await file?.close()
  }
  return {
    bytes: file === undefined ? Buffer.concat(chunks) : undefined,
    path,
    signature: hasher?.digest("hex") ?? ""
  }
}

/**
 * Receives a body of at most 10 MiB, which may be packed with gzip. More than 256 KiB goes to a file in `folder`. It
 * must arrive within 60 seconds. Dies of faults of this machine, such as a full disk.
 */
export const receiveBody = (
  source: unknown,
  folder: string,
  options: { readonly secret: string | null; readonly encoding: string | undefined }
): Effect.Effect<Received, ValidationFailed> =>
  Effect.suspend(() => {
    const { secret } = options
    // Codings ignore case, and x-gzip is the same as gzip (RFC 9110, section 8.4.1).
    const encoding = (options.encoding ?? "identity").toLowerCase().replace("x-gzip", "gzip")
    if (encoding !== "identity" && encoding !== "gzip") {
      return Effect.fail(bodyFault("must be sent as it is, or with Content-Encoding: gzip"))
    }
    if (!(source instanceof globalThis.Request)) return Effect.fail(cutShort)
    const length = Number(source.headers.get("content-length") ?? 0)
    if (length > MOST_ARRIVAL_BYTES) return Effect.fail(tooLarge)
    const isGzip = encoding === "gzip"
    return Effect.tryPromise({
      try: (signal) => receive(source, { path: join(folder, "body"), secret, isGzip, signal }),
      catch: (cause) => cause
    }).pipe(
      Effect.catchAll((cause) => {
        if (cause instanceof ValidationFailed) return Effect.fail(cause)
        return isOfMachine(cause) ? Effect.die(cause) : Effect.fail(isGzip ? notGzip : cutShort)
      }),
      Effect.interruptible,
      Effect.timeoutFail({ duration: `${BODY_SECONDS} seconds`, onTimeout: () => tooSlow })
    )
  })
