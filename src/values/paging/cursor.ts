import { timingSafeEqual } from "node:crypto"
import { Context, Data, Effect, Layer } from "effect"
import { randomText } from "../ids.ts"

/** A cursor that was not made by this service, or was made for other inputs. */
export class InvalidCursor extends Data.TaggedError("InvalidCursor") {}

/** The fault of an invalid cursor. */
export const CURSOR_FAULT = { field: "cursor", rule: { is: "cursor" } } as const

/**
 * Cursors for paged lists. They are opaque, signed, and valid only for the user, operation and filters they were made
 * for.
 */
export class Cursors extends Context.Tag("Cursors")<
  Cursors,
  {
    /** Makes a cursor for `position`, valid only with `binding`. */
    readonly seal: (binding: ReadonlyArray<string | undefined>, position: ReadonlyArray<string>) => string
    /** Returns the position of a cursor. Fails if `seal` did not make it with this binding. */
    readonly open: (
      binding: ReadonlyArray<string | undefined>,
      cursor: string
    ) => Effect.Effect<ReadonlyArray<string>, InvalidCursor>
  }
>() {}

/** 16 bytes of HMAC-SHA-256, in 22 characters. */
const SIGNATURE_LENGTH = 22

/** Cursors signed with HMAC-SHA-256 under `secret`. */
export const signedWith = (secret: string) => {
  const sign = (binding: ReadonlyArray<string | undefined>, text: string): string =>
    new Bun.CryptoHasher("sha256", secret)
      .update(JSON.stringify([binding.map((part) => part ?? null), text]))
      .digest("base64url")
      .slice(0, SIGNATURE_LENGTH)

  return Cursors.of({
    seal: (binding, position) => {
      const text = Buffer.from(JSON.stringify(position)).toString("base64url")
      return sign(binding, text) + text
    },
    open: (binding, cursor) => {
      const text = cursor.slice(SIGNATURE_LENGTH)
      const given = Buffer.from(cursor.slice(0, SIGNATURE_LENGTH))
      const right = Buffer.from(sign(binding, text))
      if (given.length !== right.length || !timingSafeEqual(given, right)) return Effect.fail(new InvalidCursor())
      // A valid signature means that `seal` made the text.
      return Effect.sync(() => JSON.parse(Buffer.from(text, "base64url").toString()) as ReadonlyArray<string>)
    }
  })
}

/** Signs with a secret that exists only in this process. */
export const layerMemory = Layer.effect(Cursors, Effect.map(randomText(48), signedWith))
