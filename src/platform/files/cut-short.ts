/** The file ends before its content does. The message says where. */
export class CutShort extends Error {
  constructor(message: string) {
    super(message)
    this.name = "CutShort"
  }
}
