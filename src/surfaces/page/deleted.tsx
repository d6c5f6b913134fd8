/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { RemovableKind } from "../../features/removals/definition.ts"
import { ButtonForm, type FormState } from "./form.tsx"
import { whenGone } from "./gone.ts"
import { Given, KEY_FIELD, keyOf, newKey, OptionalKey } from "./inputs.ts"
import { UndoNotice } from "./layout.tsx"
import { action, type Visit } from "./page.ts"
import { Redirect, redirect } from "./view.ts"

/** What was just deleted: its name, and the key of its deletion, for the page that offers to undo it. */
const Deleted = Schema.parseJson(Schema.Struct({ name: Schema.String, removal: Schema.String }))
export const handOverDeleted = Schema.encodeSync(Deleted)
const decodeDeleted = Schema.decodeUnknownOption(Deleted)

/** A message about what was just deleted, with "Undo". `to` is the page that it is on, with the action `restore`. */
export const DeletedNotice = ({ visit, to }: { readonly visit: Visit; readonly to: string }) => {
  const found = decodeDeleted(visit.handedOver)
  if (found._tag === "None") return null
  const { name, removal } = found.value
  return (
    <UndoNotice state={visit.form("restore")} to={to} fields={{ removal }}>
      {name} is deleted.
    </UndoNotice>
  )
}

/** The button that deletes an item. */
export const DeleteButton = ({
  state,
  to,
  id,
  name
}: {
  readonly state: FormState
  readonly to: string
  readonly id: string
  readonly name: string
}) => (
  <ButtonForm
    state={state}
    to={to}
    fields={{ id, [KEY_FIELD]: keyOf(state) }}
    className="danger"
    label={`Delete ${name}`}
  >
    Delete
  </ButtonForm>
)

/** Deletes an item, and leads to the list `to`, which offers to undo that. `gone` is said if it was deleted already. */
export const deleting = (kind: RemovableKind, to: string, gone: string) =>
  action(Schema.Struct({ id: Given, ...OptionalKey }), ({ call }, { id, [KEY_FIELD]: key = newKey() }) =>
    call("remove_item", { kind, id, [KEY_FIELD]: key }).pipe(
      whenGone(gone),
      Effect.map(({ name }) => new Redirect(to, { handsOver: handOverDeleted({ name, removal: key }) }))
    )
  )

/** Brings back what was deleted. `to` is the list that shows it. */
export const restoring = (to: string) =>
  action(Schema.Struct({ removal: Schema.String }), ({ call }, { removal }) =>
    Effect.as(call("restore_item", { removedBy: removal }), redirect(to, "restored"))
  )
