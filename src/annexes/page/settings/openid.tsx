/** @jsxImportSource hono/jsx */
import { Effect, Option, Schema } from "effect"
import { NotFound } from "../../../contract/errors.ts"
import { Cursors } from "../../../values/paging/cursor.ts"
import { type Identity, IdentityHash } from "../../identity/openid/model.ts"
import { linkIdentity } from "../../identity/openid/people.ts"
import { OpenIdProvider } from "../../identity/openid/provider.ts"
import { IdentityStore } from "../../identity/openid/store.ts"
import { HAND_OVER_SECONDS } from "../frame/cookies.ts"
import { ButtonForm } from "../frame/form.tsx"
import { Instant, LastUsed } from "../frame/instant.tsx"
import { change, formFault, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { OPENID_PATH, OPENID_SETTING_PATH } from "../frame/paths.ts"
import { redirect } from "../frame/view.ts"
import { decodeProven } from "../sign-in/openid-flow.ts"
import { isTrouble, TROUBLES } from "../sign-in/openid-parts.tsx"

/** How long the page that asks whether to link an account may stay open, in milliseconds: ten minutes. */
const ASKED_MILLIS = HAND_OVER_SECONDS * 10 * 1000

const Linked = ({ held, visit }: { readonly held: ReadonlyArray<Identity>; readonly visit: Visit }) =>
  held.length === 0 ? (
    <p>None is linked yet.</p>
  ) : (
    <ul class="rows">
      {held.map(({ hash, kind, createdAt, lastUsedAt }) => (
        <li>
          <div>
            <strong>{kind === "subject" ? "Linked account" : "E-mail address, until the first sign-in with it"}</strong>
            <span class="hint">
              since <Instant at={createdAt} user={visit.user} />
              <LastUsed at={lastUsedAt} user={visit.user} />
            </span>
          </div>
          <ButtonForm
            state={visit.form("unlink")}
            to={OPENID_SETTING_PATH}
            fields={{ identity: hash }}
            className="danger"
            label="Unlink this account"
          >
            Unlink
          </ButtonForm>
        </li>
      ))}
    </ul>
  )

/** Asks whether to link an account that the person has just signed in to. */
const Asking = ({
  visit,
  name,
  account,
  proof
}: {
  readonly visit: Visit
  readonly name: string
  readonly account: string | null
  readonly proof: string
}) => (
  <section class="card">
    <h2>Link this account?</h2>
    <p>
      You are signed in at {name}
      {account === null ? null : (
        <>
          {" "}
          as <strong>{account}</strong>
        </>
      )}
      . Whoever can sign in there can then sign in here as you.
    </p>
    <div class="buttons">
      <ButtonForm state={visit.form("link")} to={OPENID_SETTING_PATH} fields={{ proof }} className="primary">
        Link it
      </ButtonForm>
      <a class="button quiet" href={OPENID_SETTING_PATH}>
        Cancel
      </a>
    </div>
  </section>
)

/** The form's proof that its session's person has signed in to an account at the provider. */
const proofs = (cursors: Cursors["Type"]) => {
  const bindingOf = ({ user, session }: Visit) => ["openid link", user.id, session.id]
  return {
    proofOf: (visit: Visit, hash: IdentityHash) =>
      cursors.seal(bindingOf(visit), [hash, String(visit.now.epochMillis + ASKED_MILLIS)]),
    /** The account, if this session's person has proven it within the last ten minutes. */
    proven: (visit: Visit, proof: string) =>
      cursors.open(bindingOf(visit), proof).pipe(
        Effect.orElseSucceed((): ReadonlyArray<string> => []),
        Effect.map(([hash, until]) =>
          Number(until) > visit.now.epochMillis ? Schema.decodeUnknownOption(IdentityHash)(hash) : Option.none()
        )
      )
  }
}

/** The page on which a person links their account at the OpenID provider, if there is a provider. */
export const openIdPages = Effect.gen(function* () {
  const provider = Option.getOrUndefined(yield* OpenIdProvider)
  if (provider === undefined) return []
  const { name } = provider
  const store = yield* IdentityStore
  const services = yield* Effect.context<IdentityStore>()
  const { proofOf, proven } = proofs(yield* Cursors)

  const page: Page = {
    path: OPENID_SETTING_PATH,
    setting: { label: name, about: `Sign in with your account at ${name}.` },
    messages: { linked: `The account is linked. Use it the next time you sign in.`, unlinked: "It is unlinked." },
    show: Effect.fnUntraced(function* (visit) {
      const handed = Option.flatMap(Option.fromNullable(visit.handedOver), decodeProven)
      const held = yield* store.list(visit.user.id)
      const { problem } = visit.query
      return {
        title: name,
        content: (
          <>
            <h1>{name}</h1>
            {isTrouble(problem) ? (
              <p class="fault" role="alert">
                {TROUBLES[problem](name)}
              </p>
            ) : null}
            {Option.isNone(handed) ? null : (
              <Asking
                visit={visit}
                name={name}
                account={handed.value.account}
                proof={proofOf(visit, handed.value.hash)}
              />
            )}
            <section class="card">
              <h2>Your accounts</h2>
              <Linked held={held} visit={visit} />
              <div class="buttons">
                <a class="button" href={`${OPENID_PATH}?for=link`}>
                  Link an account at {name}
                </a>
              </div>
            </section>
          </>
        )
      }
    }),
    actions: {
      link: change(
        Schema.Struct({ proof: Schema.String }),
        Effect.fnUntraced(function* (visit, { proof }) {
          const hash = yield* proven(visit, proof)
          if (Option.isNone(hash)) return yield* formFault("This took too long. Link the account again.")
          return yield* linkIdentity(visit.user.id, hash.value, "subject").pipe(
            Effect.mapError(() =>
              formFault(`This account at ${name} belongs to another user here. Nothing was linked.`)
            ),
            Effect.as(redirect(OPENID_SETTING_PATH, "linked")),
            Effect.provide(services)
          )
        })
      ),
      unlink: withoutAccess(
        change(Schema.Struct({ identity: IdentityHash }), ({ user }, { identity }) =>
          Effect.flatMap(store.release(user.id, identity), (isReleased) =>
            isReleased
              ? Effect.succeed(redirect(OPENID_SETTING_PATH, "unlinked"))
              : new NotFound({ message: "It is not linked any more. Reload the page to see what is there." })
          )
        )
      )
    }
  }
  return [page]
})
