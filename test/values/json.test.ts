import { expect, test } from "bun:test"
import { jsonOf, keepingJson } from "../../src/values/json.ts"

/** An output that counts how often it is encoded. */
const counting = () => {
  const counted = { times: 0 }
  return { counted, output: { toJSON: () => ({ encoded: ++counted.times }) } }
}

test("the JSON of an output is kept if requested, for as long as the output exists", () => {
  const { counted, output } = counting()
  expect(keepingJson(output)).toBe(output)
  expect(counted.times).toBe(0)
  expect([jsonOf(output), jsonOf(keepingJson(output)), jsonOf(output)]).toEqual(Array(3).fill('{"encoded":1}'))
})

test("the JSON of every other output is made again each time", () => {
  const { output } = counting()
  expect([jsonOf(output), jsonOf(output)]).toEqual(['{"encoded":1}', '{"encoded":2}'])
  expect([jsonOf([1]), jsonOf(null), jsonOf("a")]).toEqual(["[1]", "null", '"a"'])
})

test("an output may be put together from parts, each of which is encoded once", () => {
  const part = counting()
  const list = (parts: ReadonlyArray<object>) => keepingJson({ parts }, () => `{"parts":[${parts.map(jsonOf)}]}`)
  const output = keepingJson(part.output)
  expect([jsonOf(list([output])), jsonOf(list([output, output]))]).toEqual([
    '{"parts":[{"encoded":1}]}',
    '{"parts":[{"encoded":1},{"encoded":1}]}'
  ])
  expect(part.counted.times).toBe(1)
})
