/** @jsxImportSource hono/jsx */

import { DateTime, Effect, Option, Schema } from "effect"
import { AppConfig } from "../../../config.ts"
import type { User } from "../../../contract/handler/user.ts"
import { createToken, listTokens } from "../../../features/accounts/accounts.ts"
import type { StoredToken } from "../../../features/accounts/store.ts"
import { TokenId, type TokenScope } from "../../../features/accounts/token.ts"
import { GIVE_TOKEN_SCRIPT, TryToken } from "../../../surfaces/web/hand-over.tsx"
import { CLIENTS } from "../../../surfaces/web/mcp-clients.ts"
import { sharedAddress } from "../../../surfaces/web/own-address.ts"
import { trimmed } from "../../../values/text.ts"
import type { Services } from "../../imports/devices/arrive.ts"
import { revokeAnyToken } from "../../imports/devices/devices.ts"
import { COPY_SCRIPT, Copyable } from "../frame/copy.tsx"
import { ButtonForm, Form, SelectField, TextField } from "../frame/form.tsx"
import { KEY_FIELD, keyOf } from "../frame/inputs.ts"
import { Instant } from "../frame/instant.tsx"
import { Notice } from "../frame/layout.tsx"
import { change, making, type Page, type Visit, withoutAccess } from "../frame/page.ts"
import { TOKENS_PATH } from "../frame/paths.ts"
import { Redirect, redirect, type View } from "../frame/view.ts"
import { gone } from "./gone.ts"

/** The action that creates a token for an agent without further questions. */
export const CONNECT_ACTION = "connect"

/** Possible lifetimes of a token in days; `never` for no end. */
const LIFETIMES = { never: undefined, "30": 30, "90": 90, "365": 365 } as const

const LIFETIME_OPTIONS = [
  ["never", "Never"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"]
] as const

const SCOPE_OPTIONS = [
  ["full", "Read and change everything"],
  ["read", "Only read"]
] as const

const SCOPE_HINTS: Readonly<Record<TokenScope, string>> = {
  full: "",
  read: ", may only read",
  ingest: ", only brings data in"
}

const NewToken = Schema.Struct({
  name: trimmed({ min: 1, max: 200 }),
  // Forms that were open before there was a choice lack it.
  scope: Schema.optionalWith(Schema.Literal("full", "read"), { default: () => "full" }),
  expires: Schema.Literal("never", "30", "90", "365")
})

/** A new token, handed over to the page that shows it. */
const New = Schema.parseJson(Schema.Struct({ name: Schema.String, token: Schema.String }))
const encodeNew = Schema.encodeSync(New)
const decodeNew = Schema.decodeUnknownOption(New)

const isLive = ({ revokedAt, expiresAt }: StoredToken, now: DateTime.Utc): boolean =>
  revokedAt === null && (expiresAt === null || DateTime.greaterThan(expiresAt, now))

const State = ({
  token,
  user,
  now
}: {
  readonly token: StoredToken
  readonly user: User
  readonly now: DateTime.Utc
}) =>
  token.revokedAt !== null ? (
    <>
      revoked <Instant at={token.revokedAt} user={user} />
    </>
  ) : token.expiresAt === null ? (
    <>never expires</>
  ) : (
    <>
      {DateTime.greaterThan(token.expiresAt, now) ? "expires" : "expired"} <Instant at={token.expiresAt} user={user} />
    </>
  )

const TokenList = ({ tokens, visit }: { readonly tokens: ReadonlyArray<StoredToken>; readonly visit: Visit }) => (
  <ul class="rows">
    {tokens.map((token) => (
      <li>
        <div>
          <strong>{token.name}</strong>
          <span class="hint">
            {token.environment}
            {SCOPE_HINTS[token.scope]}, created <Instant at={token.createdAt} user={visit.user} />,{" "}
            {token.lastUsedAt === null ? (
              "never used"
            ) : (
              <>
                last used <Instant at={token.lastUsedAt} user={visit.user} />
              </>
            )}
            , <State token={token} user={visit.user} now={visit.now} />
          </span>
        </div>
        {isLive(token, visit.now) ? (
          <ButtonForm
            state={visit.form("revoke")}
            to={TOKENS_PATH}
            fields={{ tokenId: token.id }}
            className="danger"
            label={`Revoke ${token.name}`}
          >
            Revoke
          </ButtonForm>
        ) : null}
      </li>
    ))}
  </ul>
)

/** The new token, and the configuration of every client, shown once. */
const createdView = (name: string, token: string, baseUrl: string): View => ({
  title: "New token",
  scripts: [COPY_SCRIPT, GIVE_TOKEN_SCRIPT],
  content: (
    <>
      <h1>Token “{name}”</h1>
      <p class="notice">This page is shown once. Copy what you need before you leave it.</p>
      <section class="card">
        <h2>Connect a client</h2>
        {Object.entries(CLIENTS).map(([id, { title, where, block }]) => (
          <>
            <h3>{title}</h3>
            <p class="soft">{where}</p>
            <Copyable id={`block-${id}`} what={`the configuration for ${title}`} text={block({ baseUrl, token })} />
          </>
        ))}
      </section>
      <section class="card">
        <h2>The token itself</h2>
        <p class="soft">For programs of your own: they send it as Authorization: Bearer.</p>
        <Copyable id="token" what="the token" text={token} />
        <p>
          <TryToken from="token" />
        </p>
      </section>
      <p>
        <a href={TOKENS_PATH}>All tokens</a>
      </p>
    </>
  )
})

/** A form for a new token, and the existing tokens. */
const tokensView = (visit: Visit, tokens: ReadonlyArray<StoredToken>): View => {
  const state = visit.form("create")
  const live = tokens.filter((token) => isLive(token, visit.now))
  const ended = tokens.filter((token) => !isLive(token, visit.now))
  return {
    title: "API tokens",
    content: (
      <>
        <h1>API tokens</h1>
        {visit.query.new === undefined ? null : (
          <Notice>
            A token's text is shown once, and not kept. If you did not copy it, revoke the token and create another.
          </Notice>
        )}
        <section class="card">
          <h2>New token</h2>
          <p>A token is as powerful as a password. Give each client its own.</p>
          <Form state={state} to={TOKENS_PATH}>
            <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
            <TextField state={state} name="name" label="Name" hint="Such as the client that will use it." required />
            <SelectField state={state} name="scope" label="It may" value="full" options={SCOPE_OPTIONS} />
            <SelectField state={state} name="expires" label="Expires" value="never" options={LIFETIME_OPTIONS} />
            <button type="submit">Create token</button>
          </Form>
        </section>
        <section class="card">
          <h2>Tokens in use</h2>
          {live.length === 0 ? <p>There are none.</p> : <TokenList tokens={live} visit={visit} />}
          {ended.length === 0 ? null : (
            <details>
              <summary>Revoked and expired ({ended.length})</summary>
              <TokenList tokens={ended} visit={visit} />
            </details>
          )}
        </section>
      </>
    )
  }
}

/** API tokens: created, listed and revoked as in `fettle token`. */
export const tokensPage = Effect.gen(function* () {
  const { environment, baseUrl } = yield* AppConfig
  const services = yield* Effect.context<Services>()

  const create = (visit: Visit, name: string, days: number | undefined, scope: TokenScope = "full") =>
    createToken({
      userId: visit.user.id,
      name,
      environment,
      scope,
      expiresAt: days === undefined ? null : DateTime.add(visit.now, { days })
    }).pipe(
      Effect.mapError(gone),
      Effect.map(({ token }) => new Redirect(`${TOKENS_PATH}?new`, { handsOver: encodeNew({ name, token }) })),
      Effect.provide(services)
    )

  const page: Page = {
    path: TOKENS_PATH,
    setting: { label: "API tokens", about: "Connect agents and programs, and disconnect them." },
    messages: { revoked: "The token is revoked. It stopped working at once." },
    show: (visit) =>
      listTokens(visit.user.id).pipe(
        Effect.mapError(gone),
        Effect.map((tokens): View => {
          const made = Option.getOrUndefined(decodeNew(visit.handedOver))
          if (made !== undefined)
            return createdView(made.name, made.token, sharedAddress(baseUrl, visit.address).origin)
          return tokensView(visit, tokens)
        }),
        Effect.provide(services)
      ),
    actions: {
      create: making("token", NewToken, (visit, { name, expires, scope }) =>
        create(visit, name, LIFETIMES[expires], scope)
      ),
      [CONNECT_ACTION]: making("agent", Schema.Struct({}), (visit) =>
        create(visit, `Agent, ${visit.today}`, undefined)
      ),
      revoke: withoutAccess(
        change(Schema.Struct({ tokenId: TokenId }), ({ user }, { tokenId }) =>
          revokeAnyToken(tokenId, user.id).pipe(
            Effect.mapError(gone),
            Effect.as(redirect(TOKENS_PATH, "revoked")),
            Effect.provide(services)
          )
        )
      )
    }
  }
  return page
})
