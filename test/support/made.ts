import { join } from "node:path"
import { $ } from "bun"
import { Effect } from "effect"
import { folder, templates } from "./stores.ts"

const { TEST_TEMPLATE_DATABASE, TEST_TEMPLATE_CITUS, TEST_TEMPLATE_FOLDER, TEST_EXECUTABLE } = process.env

/** The template databases that the test processes share: those that `test/share.ts` has made, or new ones. */
export const sharedTemplates =
  TEST_TEMPLATE_FOLDER === undefined
    ? templates
    : Effect.succeed({ TEST_TEMPLATE_DATABASE, TEST_TEMPLATE_CITUS, TEST_TEMPLATE_FOLDER })

const build = Effect.flatMap(folder, (path) =>
  Effect.promise(async () => {
    const built = join(path, "fettle")
    await $`${process.execPath} ${join(import.meta.dir, "../../scripts/build.ts")} ${built}`.quiet()
    return built
  })
)

/**
 * The single-file executable, which starts sooner than the sources: the one that `test/share.ts` has built, or a new
 * one.
 */
export const sharedExecutable = Effect.map(
  TEST_EXECUTABLE === undefined ? build : Effect.succeed(TEST_EXECUTABLE),
  (TEST_EXECUTABLE) => ({ TEST_EXECUTABLE })
)
