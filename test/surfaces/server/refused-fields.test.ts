import { expect, test } from "bun:test"
import { said } from "../../../src/contract/broken-rule.ts"
import { NotFound, ValidationFailed } from "../../../src/contract/errors.ts"
import { refusedFields } from "../../../src/surfaces/server/refused-fields.ts"

const refused = (...fields: ReadonlyArray<string>) =>
  refusedFields(ValidationFailed.of(...fields.map((field) => said(field, "", { received: 71.2 }))))

test("the log names fields that an operation has, and none that a caller invented", () => {
  expect(refused("exercises[0].sets[12].weight.value", "body", "Idempotency-Key")).toBe(
    "exercises[0].sets[12].weight.value body Idempotency-Key"
  )
  expect(refused("my secret", "exercises[0].secret", "date")).toBe("? ? date")
  expect(refused(...Array.from({ length: 50 }, () => "date"))).toBe(Array(10).fill("date").join(" "))
  expect(refusedFields(new NotFound({ message: "x" }))).toBeUndefined()
  expect(refusedFields(undefined)).toBeUndefined()
})
