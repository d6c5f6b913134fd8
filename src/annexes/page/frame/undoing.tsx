/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import type { RemovableKind } from "../features/removals/definition.ts"
import { ButtonForm, type FormState } from "./form.tsx"
import { whenGone } from "./gone.ts"
import { Given, KEY_FIELD, keyOf, newKey, OptionalKey } from "./inputs.ts"
import { action } from "./page.ts"
import { Redirect, redirect, type Undoable } from "./view.ts"

/** The field with the key of what is to be undone. */
const UNDO_FIELD = "undo_key"

/** The form that undoes something. */
export const Undoing = Schema.Struct({ [UNDO_FIELD]: Schema.String })

/** Offers to undo what was done under a key, with an action of the page at `to`. */
export const undoOf = (text: string, to: string, action: string, key: string): Undoable => ({
  text,
  to,
  action,
  fields: { [UNDO_FIELD]: key }
})

/** Offers to bring back what was deleted, on the list at `to`, which has the action `restore`. */
export const undoDeleted = (name: string, to: string, key: string): Undoable =>
  undoOf(`${name} is deleted.`, to, "restore", key)

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

/** Deletes an item, leads to the list `to`, and offers to undo that. `gone` is said if it was deleted already. */
export const deleting = (kind: RemovableKind, to: string, gone: string) =>
  action(Schema.Struct({ id: Given, ...OptionalKey }), ({ call }, { id, [KEY_FIELD]: key = newKey() }) =>
    call("remove_item", { kind, id, [KEY_FIELD]: key }).pipe(
      whenGone(gone),
      Effect.map(({ name }) => new Redirect(to, { undo: undoDeleted(name, to, key) }))
    )
  )

/** Brings back what was deleted. `to` is the list that shows it. */
export const restoring = (to: string) =>
  action(Undoing, ({ call }, { undo_key: removedBy }) =>
    Effect.as(call("restore_item", { removedBy }), redirect(to, "restored"))
  )
