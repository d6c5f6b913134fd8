/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { RemovableKind } from "../features/removals/definition.ts"
import { ButtonForm, type FormState } from "./form.tsx"
import { whenGone } from "./gone.ts"
import { Given, KEY_FIELD, keyOf, newKey, OptionalKey } from "./inputs.ts"
import { UndoNotice } from "./layout.tsx"
import { action, type Visit } from "./page.ts"
import { Redirect, redirect } from "./view.ts"

/** The field with the key of what is to be undone. */
const UNDO_FIELD = "undo_key"

/** The form that undoes something. */
export const Undoing = Schema.Struct({ [UNDO_FIELD]: Schema.String })

/** What was just done, in words, the action of the next page that undoes it, and the key under which it was done. */
const Undoable = Schema.parseJson(Schema.Struct({ text: Schema.String, action: Schema.String, key: Schema.String }))
export const handOverUndo = Schema.encodeSync(Undoable)
const decodeUndoable = Schema.decodeUnknownOption(Undoable)

/** Hands over that something was deleted, to a page with the action `restore`. */
export const handOverDeleted = (name: string, key: string): string =>
  handOverUndo({ text: `${name} is deleted.`, action: "restore", key })

/** A message about what was just done, with "Undo". `to` is the page that it is on. */
export const UndoOffer = ({ visit, to }: { readonly visit: Visit; readonly to: string }) => {
  const found = decodeUndoable(visit.handedOver)
  if (found._tag === "None") return null
  const { text, action, key } = found.value
  return (
    <UndoNotice state={visit.form(action)} to={to} fields={{ [UNDO_FIELD]: key }}>
      {text}
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
      Effect.map(({ name }) => new Redirect(to, { handsOver: handOverDeleted(name, key) }))
    )
  )

/** Brings back what was deleted. `to` is the list that shows it. */
export const restoring = (to: string) =>
  action(Undoing, ({ call }, { undo_key: removedBy }) =>
    Effect.as(call("restore_item", { removedBy }), redirect(to, "restored"))
  )
