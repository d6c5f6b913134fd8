import { HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { Conflict, LimitExceeded, NotFound } from "../../../../contract/errors.ts"
import { operation } from "../../../../contract/operation.ts"
import { CustomFoodInUse } from "../../../../features/custom-foods/in-use.ts"
import { ItemId } from "../../../../values/item-id.ts"

/*
 * Deletions on the page, each of which can be undone for a day. Like all operations they run in the pipeline, but they
 * are not offered to other callers, who ask the person before they delete something.
 */

/** What can be brought back after its deletion. */
export const RemovableKind = Schema.Literal("workout", "custom_food", "saved_meal", "exercise")
export type RemovableKind = typeof RemovableKind.Type

/** What a deletion keeps: the name, and everything that brings the item back as it was. */
export const Removed = Schema.Struct({ id: Schema.String, name: Schema.String, stored: Schema.String })
export type Removed = typeof Removed.Type

export const removeItem = operation({
  name: "remove_item",
  method: "POST",
  path: "/removed-items",
  title: "Remove an item",
  description: "Deletes an item, and keeps it with its idempotency key, so that restore_item brings it back.",
  access: "write",
  idempotencyKey: true,
  input: Schema.Struct({ kind: RemovableKind, id: ItemId }),
  output: Removed,
  errors: [NotFound, Conflict, CustomFoodInUse],
  example: {
    input: { kind: "workout", id: "wkout_0000000000000001" },
    output: { id: "wkout_0000000000000001", name: "Legs", stored: "{}" }
  }
})

export const restoreItem = operation({
  name: "restore_item",
  method: "POST",
  path: "/restored-items",
  title: "Restore an item",
  description: "Brings back what remove_item deleted with this key within 24 hours.",
  access: "write",
  input: Schema.Struct({ removedBy: Schema.String }),
  output: Schema.Struct({ id: Schema.String, name: Schema.String }),
  errors: [NotFound, Conflict, LimitExceeded],
  example: { input: { removedBy: "page_1" }, output: { id: "wkout_0000000000000001", name: "Legs" } }
})

export class RemovalsApi extends HttpApiGroup.make("removals", { topLevel: true })
  .add(removeItem)
  .add(restoreItem)
  .annotate(OpenApi.Title, "Removals") {}
