import { Layer } from "effect"
import { OwnCommand } from "../../src/platform/assets/own-command.ts"

const executable = process.env.TEST_EXECUTABLE

/**
 * Has files read by the executable that `bun run test` has built from these sources, which starts sooner than they do.
 */
export const quickReader: Layer.Layer<never> =
  executable === undefined ? Layer.empty : Layer.succeed(OwnCommand, [executable])
