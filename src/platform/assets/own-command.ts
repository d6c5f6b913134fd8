import { Context } from "effect"
import { ownCommand } from "./assets.ts"

/** The command that starts this program once more, as another process. */
export class OwnCommand extends Context.Reference<OwnCommand>()("OwnCommand", { defaultValue: ownCommand }) {}
