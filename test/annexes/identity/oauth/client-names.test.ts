import { expect, test } from "bun:test"
import { nameOf } from "../../../../src/annexes/identity/oauth/client-document.ts"

test("a client whose name shows nothing counts as unnamed", () => {
  const blanks = [
    "",
    " ",
    "\u3164",
    "\u2800",
    "\u115f",
    "\u1160",
    "\uffa0",
    "\u200b",
    "\u034f",
    "\u00ad",
    "\u180e",
    "\ufe0f",
    "\u0301"
  ]
  for (const blank of blanks) expect([blank, nameOf(blank.repeat(3), "Unnamed app")]).toEqual([blank, "Unnamed app"])
})

test("a client keeps a name in any script", () => {
  for (const name of ["Coach", "コーチ", "코치", "مدرب", "🏋️", "+1"]) expect(nameOf(name, "Unnamed app")).toBe(name)
})
