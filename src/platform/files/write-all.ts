/** A file that bytes can be written to. */
interface Writable {
  readonly write: (
    bytes: Uint8Array,
    offset: number,
    length: number,
    place: number | null
  ) => Promise<{ readonly bytesWritten: number }>
}

/**
 * Writes bytes to a file, from byte `at` or else after what was written last. A disk that becomes full takes a part of
 * them first, without an error; this fails then.
 */
export const writeAll = async (file: Writable, bytes: Uint8Array, at?: number): Promise<void> => {
  for (let done = 0; done < bytes.byteLength; ) {
    const place = at === undefined ? null : at + done
    const { bytesWritten } = await file.write(bytes, done, bytes.byteLength - done, place)
    done += bytesWritten
  }
}
