/** Where programs fetch a person's archive. */
export const EXPORT_PATH = "/export"

/** The name under which such requests are logged and counted. */
export const EXPORT = "export"
