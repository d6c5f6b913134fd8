import { isReader } from "./features/history/apart/channel.ts"

// A process that reads a file of somebody's is the same program, and loads nothing else of it.
void (isReader ? import("./features/history/apart/reader.ts") : import("./commands/program.ts"))
