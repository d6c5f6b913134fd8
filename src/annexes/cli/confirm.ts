import { createInterface } from "node:readline/promises"
import { Data, Effect } from "effect"
import { flag, meaning, WrongUsage } from "./usage/parameters.ts"

/** The answer that confirms. */
const CONFIRMATION = "yes"

/** Somebody was asked and did not confirm. */
class NotConfirmed extends Data.TaggedError("NotConfirmed")<{ readonly message: string }> {}

export const yes = flag("yes").pipe(meaning("Do not ask for confirmation. Required without a terminal."))

/** Asks on the terminal, on standard error. The end of the input is an empty answer. */
const ask = (question: string) =>
  Effect.promise(async (signal) => {
    // Without `terminal`, Ctrl-C stays a signal, and ends the command.
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")))
    const answer = await Promise.race([lines.question(question, { signal }), ended])
    lines.close()
    return answer.trim()
  })

/** Fails unless --yes is given or there is a terminal to ask on; `command` is the command that needs confirmation. */
export const ensureConfirmable = (isSure: boolean, command: string) =>
  isSure || process.stdin.isTTY
    ? Effect.void
    : Effect.fail(
        new WrongUsage({
          message: `${command} asks for confirmation, and there is no terminal to ask on. Add --yes to confirm`
        })
      )

/** Asks whether to do something irreversible. Fails with `NotConfirmed` unless the answer is yes. */
export const confirm = (isSure: boolean, question: string) =>
  isSure
    ? Effect.void
    : Effect.filterOrFail(
        ask(`${question} Type ${CONFIRMATION} to confirm: `),
        (answer) => answer.toLowerCase() === CONFIRMATION,
        () => new NotConfirmed({ message: "not confirmed, so nothing was changed" })
      )
