import { isReader } from "./annexes/imports/jobs/channel.ts"

// A process that reads an uploaded file runs the same program, but loads only the reader.
void (isReader ? import("./annexes/imports/jobs/reader.ts") : import("./annexes/cli/program.ts"))
