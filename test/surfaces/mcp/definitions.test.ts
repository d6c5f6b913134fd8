import { expect, test } from "bun:test"
import type { Tool } from "@modelcontextprotocol/server"
import { tools } from "../../../src/surfaces/mcp/tools.ts"
import { faultsBetween, faultsOfTool } from "./definition-rules.ts"

test.each(tools.map((tool) => [tool.name, tool] as const))("%s is defined as the guides require", (_name, tool) =>
  expect(faultsOfTool(tool)).toEqual([])
)

test("tools differ in name and description, and name only existing tools", () =>
  expect(faultsBetween(tools)).toEqual([]))

test("a bad definition has every fault", () => {
  const bad: Tool = {
    name: "listData",
    description: "ListData\u200b <b>",
    annotations: { readOnlyHint: true, destructiveHint: true },
    inputSchema: {
      type: "object",
      required: ["gone"],
      properties: {
        query: {},
        unit: { type: "string", description: "A unit." },
        date: { type: "string", description: "A day." }
      }
    }
  }
  expect(faultsOfTool(bad)).toEqual([
    "name is not verb_noun",
    "title is missing",
    "description does not begin with what the tool does",
    "description repeats the name",
    "description contains hidden text or instructions",
    "annotations are incomplete",
    "name and readOnlyHint disagree",
    "a read is neither destructive nor without repetition",
    "input is not a flat, closed object",
    "input requires what it does not declare",
    "input.query is not described",
    "input.query has no type",
    "input.unit has no enum",
    "input.date is not a date"
  ])
  const twin = { ...bad, name: "list_data", description: "Lists data. See get_nothing." }
  expect(faultsBetween([twin, { ...twin, name: "get_data" }])).toEqual([
    "list_data and get_data have one name",
    "list_data and get_data are described alike",
    "list_data names get_nothing, which is not a tool",
    "get_data names get_nothing, which is not a tool"
  ])
})
