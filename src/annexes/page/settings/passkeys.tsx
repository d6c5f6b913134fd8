/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { NotFound } from "../../../contract/errors.ts"
import { trimmed } from "../../../values/text.ts"
import { type Passkey, PasskeyStore } from "../../identity/sign-in/passkey-store.ts"
import { makePasskeys, whyNoPasskeys } from "../../identity/sign-in/passkeys.ts"
import { ButtonForm, Form, TextField } from "../frame/form.tsx"
import { Instant, LastUsed } from "../frame/instant.tsx"
import { change, fieldFault, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { PASSKEYS_PATH } from "../frame/paths.ts"
import { redirect } from "../frame/view.ts"
import { PASSKEY_SCRIPTS } from "../sign-in/passkey-script.ts"

const NewPasskey = Schema.Struct({ name: trimmed({ min: 1, max: 200 }), answer: Schema.String })

const Known = ({ passkeys, visit }: { readonly passkeys: ReadonlyArray<Passkey>; readonly visit: Visit }) =>
  passkeys.length === 0 ? (
    <p>There are none yet.</p>
  ) : (
    <ul class="rows">
      {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
        <li>
          <div>
            <strong>{name}</strong>
            <span class="hint">
              added <Instant at={createdAt} user={visit.user} />
              <LastUsed at={lastUsedAt} user={visit.user} />
            </span>
          </div>
          <ButtonForm
            state={visit.form("remove")}
            to={PASSKEYS_PATH}
            fields={{ passkeyId: id }}
            className="danger"
            label={`Remove ${name}`}
          >
            Remove
          </ButtonForm>
        </li>
      ))}
    </ul>
  )

const Adding = ({ visit, options }: { readonly visit: Visit; readonly options: string }) => {
  const state = visit.form("add")
  return (
    <Form state={state} to={PASSKEYS_PATH} data={{ "data-passkey": "add", "data-options": options }}>
      <input type="hidden" name="answer" value="" />
      <TextField state={state} name="name" label="Name" value={visit.session.device} required />
      <button type="submit" disabled>
        Add a passkey
      </button>
      <p role="status" class="soft" />
      <noscript>
        <p>Adding a passkey needs JavaScript. Login links work without.</p>
      </noscript>
    </Form>
  )
}

/** Passkeys: created by the browser, listed and removed. */
export const passkeysPage = Effect.gen(function* () {
  const store = yield* PasskeyStore
  const passkeysAt = yield* makePasskeys

  const page: Page = {
    path: PASSKEYS_PATH,
    setting: { label: "Passkeys", about: "Sign in with your fingerprint, face or device PIN." },
    messages: { added: "The passkey is added. Use it the next time you sign in.", removed: "The passkey is removed." },
    show: Effect.fnUntraced(function* (visit) {
      const reason = whyNoPasskeys(visit.address)
      const { options, known } =
        reason === undefined
          ? yield* passkeysAt(visit.address).creationOptions(visit.user, visit.now)
          : { options: "", known: yield* store.list(visit.user.id) }
      return {
        title: "Passkeys",
        scripts: reason === undefined ? PASSKEY_SCRIPTS : [],
        content: (
          <>
            <h1>Passkeys</h1>
            <section class="card">
              <h2>Your passkeys</h2>
              <Known passkeys={known} visit={visit} />
            </section>
            <section class="card">
              <h2>Add one</h2>
              {reason === undefined ? (
                <Adding visit={visit} options={options} />
              ) : (
                <p>{reason} Login links work here all the same.</p>
              )}
            </section>
          </>
        )
      }
    }),
    actions: {
      add: change(NewPasskey, ({ user, now, address }, { name, answer }) => {
        const reason = whyNoPasskeys(address)
        return reason === undefined
          ? passkeysAt(address)
              .add(user.id, name, answer, now)
              .pipe(
                Effect.mapError(() =>
                  fieldFault(
                    "passkey",
                    "could not be verified. Reload the page and try again; it must be added within 15 minutes"
                  )
                ),
                Effect.as(redirect(PASSKEYS_PATH, "added"))
              )
          : fieldFault("passkey", reason)
      }),
      remove: withoutAccess(
        change(Schema.Struct({ passkeyId: Schema.String }), ({ user }, { passkeyId }) =>
          Effect.flatMap(store.remove(user.id, passkeyId), (isRemoved) =>
            isRemoved
              ? Effect.succeed(redirect(PASSKEYS_PATH, "removed"))
              : new NotFound({ message: "You have no such passkey any more. Reload the page to see what is there." })
          )
        )
      )
    }
  }
  return page
})
