/** The environment variable that marks a process as one that reads a file for another. */
export const READER = "FETTLE_READER"

/** Whether this process was started to read a file. */
export const isReader = process.env[READER] !== undefined && process.send !== undefined

/** The file in the spool's folder with what reading gave. */
export const RESULT = "result.json"
