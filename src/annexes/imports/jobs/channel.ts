/** Environment variable that marks a process as a reader of files for another process. */
export const READER = "FETTLE_READER"

/** Whether this process was started to read a file. */
export const isReader = process.env[READER] !== undefined && process.send !== undefined

/** The file in the spool's folder that holds the result of reading. */
export const RESULT = "result.json"
