import { type Answer, faultsOf } from "./answers.ts"
import { describe, type HostileRequest, hostileRequest, type Surroundings } from "./requests.ts"

/** The longest time that a request may take. */
export const MOST_MILLIS = 5000

/** A good answer is counted by its kind; one with faults is reported with everything needed to repeat it. */
export interface Outcome {
  readonly kind: string
  readonly faults: ReadonlyArray<string>
}

const codeOf = ({ text }: Answer): string =>
  /"code":\s*"?([a-z_]+|-\d+)/.exec(text)?.[1] ?? (text.includes('\\"code\\":') ? "tool error" : "")

/** Sends the request for a seed, and checks the answer and its time. */
export const sendSeed = async (
  seed: number,
  surroundings: Surroundings,
  send: (request: HostileRequest) => Promise<Answer>
): Promise<Outcome> => {
  const request = hostileRequest(seed, surroundings)
  const started = performance.now()
  try {
    const answer = await send(request)
    const millis = performance.now() - started
    const late = millis > MOST_MILLIS ? [`took ${Math.round(millis)} ms`] : []
    const described = [...faultsOf(request, answer), ...late].map(
      (fault) => `${fault}\n  ${describe(seed, request)}\n  ${answer.status} ${answer.text.slice(0, 1000)}`
    )
    return { kind: `${answer.status} ${answer.status === 200 ? "" : codeOf(answer)}`.trim(), faults: described }
  } catch (error) {
    return { kind: "none", faults: [`no answer (${String(error)})\n  ${describe(seed, request)}`] }
  }
}

/** Sends the requests for this many seeds from the first on, `atOnce` at a time. */
export const sendSeeds = async (
  seeds: { readonly first: number; readonly count: number; readonly atOnce: number },
  one: (seed: number) => Promise<Outcome>
) => {
  const kinds = new Map<string, number>()
  const faults: Array<string> = []
  let next = seeds.first
  const worker = async () => {
    while (next < seeds.first + seeds.count) {
      const outcome = await one(next++)
      kinds.set(outcome.kind, (kinds.get(outcome.kind) ?? 0) + 1)
      faults.push(...outcome.faults)
    }
  }
  await Promise.all(Array.from({ length: seeds.atOnce }, worker))
  return { kinds, faults }
}
