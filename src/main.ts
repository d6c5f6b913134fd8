import { isReader } from "./features/history/apart/channel.ts"

// A process that reads an uploaded file runs the same program, but loads only the reader.
void (isReader ? import("./features/history/apart/reader.ts") : import("./commands/program.ts"))
