/** @jsxImportSource hono/jsx */
import { DateTime, Effect } from "effect"
import { AppConfig } from "../../../config.ts"
import { onBehalfOf } from "../../../platform/database/work.ts"
import { ButtonForm, Form, type Fields as PageFields } from "../../page/frame/form.tsx"
import { type Page, type Refusal, type Result, type Visit, withoutAccess } from "../../page/frame/page.ts"
import { Redirect, type View } from "../../page/frame/view.ts"
import { LIFETIME } from "../connected-apps/model.ts"
import { newSecret } from "../connected-apps/secrets.ts"
import { GrantStore } from "../connected-apps/store.ts"
import { type Authorization, answerAt, checkAuthorization, NotAllowed, type SentBack } from "./authorization.ts"
import { makeClients } from "./clients.ts"
import { consentIdOf, isConsentId } from "./consent-id.ts"
import type { Fields } from "./fields.ts"
import { PATHS } from "./metadata.ts"
import { placeOf, sourceOf } from "./redirects.ts"

const refusalView = (title: string, message: string, status: number): Refusal => ({
  title,
  status,
  content: (
    <section class="card">
      <h1>{title}</h1>
      <p>{message}</p>
      <p>
        <a href="/app">Go to your page</a>
      </p>
    </section>
  )
})

/** A faulty request of a client that the person has not connected: they decide whether to go where it leads. */
const faultyView = ({ client, redirectUri, location, description }: SentBack): Refusal => ({
  title: "This app cannot be connected",
  status: 400,
  content: (
    <section class="card">
      <h1>This app cannot be connected</h1>
      <p>
        An app that calls itself <strong>{client.name}</strong> sent a request that is not valid: {description} Nothing
        was connected. Its name is not verified by us.
      </p>
      <dl>
        <dt>The answer would go to</dt>
        <dd>{placeOf(redirectUri)}</dd>
      </dl>
      <p>
        <a href={location} rel="noreferrer">
          Go there
        </a>{" "}
        only if you have just started to connect it yourself. Otherwise, <a href="/app">go to your page</a>.
      </p>
    </section>
  )
})

const answeredBefore = refusalView(
  "This was answered before",
  "Each of these pages can be answered once, within an hour. In the app, connect to Fettle again.",
  409
)

/** The parameters needed to answer a client in a way that it can match to its request. */
const NEEDED_TO_ANSWER = ["client_id", "redirect_uri", "state"]

/** A request's parameters, and those that are malformed or given more than once. Empty ones count as absent. */
const parametersIn = (query: PageFields) => {
  const fields = new Map<string, string>()
  const faulty = new Set<string>()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== "string" || !value.isWellFormed()) faulty.add(name)
    else if (value !== "") fields.set(name, value)
  }
  return { fields, faulty }
}

/** This page's address for a request. Its forms post there. */
const addressOf = (fields: Fields): string => `${PATHS.authorize}?${new URLSearchParams([...fields])}`

const consentView = (visit: Visit, fields: Fields, { client, redirectUri, mayWrite }: Authorization): View => {
  const to = addressOf(fields)
  const allow = visit.form("allow")
  const consent = consentIdOf(allow.token, to, visit.now)
  const place = placeOf(redirectUri)
  return {
    title: `Connect ${client.name}`,
    formTargets: [sourceOf(redirectUri)],
    content: (
      <section class="card">
        <h1>Connect {client.name} to Fettle?</h1>
        <p>
          An app that calls itself <strong>{client.name}</strong> asks for access to the fitness data of{" "}
          <strong>{visit.user.name}</strong>. Its name is not verified by us. Allow it only if you have just started to
          connect it yourself.
        </p>
        <dl>
          <dt>You will be sent to</dt>
          <dd>{place}</dd>
          <dt>It may read</dt>
          <dd>Body readings, food diary, own foods, workouts, goals, time zone and units</dd>
        </dl>
        <Form state={allow} to={to}>
          <input type="hidden" name="consent" value={consent} />
          {mayWrite ? (
            <div class="check">
              <input type="checkbox" id="write" name="write" value="yes" checked />
              <label for="write">It may also log, change and delete them</label>
            </div>
          ) : null}
          <button type="submit">Allow</button>
        </Form>
        <ButtonForm state={visit.form("deny")} to={to} fields={{ consent }}>
          Deny
        </ButtonForm>
        <p class="hint">You can disconnect it at any time in the settings, under connected apps.</p>
      </section>
    )
  }
}

/**
 * Records the answer to a consent form, which counts once. Returns a code with these rights; undefined if the form was
 * answered before.
 */
const makeRecord = Effect.gen(function* () {
  const { environment } = yield* AppConfig
  const grants = yield* GrantStore

  return Effect.fnUntraced(function* (
    { user }: Visit,
    consentId: string,
    { client, redirectUri, challenge }: Authorization,
    rights: { readonly mayWrite: boolean; readonly expiresAt: DateTime.Utc }
  ) {
    const { text, hash } = yield* newSecret("code", environment, user.id)
    const named = { clientId: client.id, clientName: client.name, redirectUri }
    const isFirst = yield* grants.addCode({ userId: user.id, hash, consentId, challenge, ...named, ...rights })
    return isFirst ? text : undefined
  })
})

/** The page on which a person allows an app to use their data, or refuses. It is shown for every request. */
export const makeConsentPage = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const { origin: issuer } = baseUrl
  const clients = yield* makeClients
  const grants = yield* GrantStore
  const record = yield* makeRecord

  /**
   * Sends a faulty request's error to its client, if the person has connected that before. Otherwise they go there by a
   * link, because anybody can register a client and send people here, only to be redirected (RFC 9700, section 4.11.2).
   */
  const sendBack = ({ user, now }: Visit, fault: SentBack) =>
    Effect.map(grants.list(user.id, now), (apps) =>
      apps.some(({ clientId }) => clientId === fault.client.id) ? new Redirect(fault.location) : faultyView(fault)
    )

  /** Checks the request that the page was opened with, and continues with it. Errors are turned into answers. */
  const checked = <A extends Result>(
    visit: Visit,
    then: (fields: Fields, authorization: Authorization) => Effect.Effect<A>
  ): Effect.Effect<A | Redirect | Refusal> =>
    Effect.gen(function* () {
      const { fields, faulty } = parametersIn(visit.query)
      const needed = NEEDED_TO_ANSWER.find((name) => faulty.has(name))
      if (needed !== undefined)
        return yield* new NotAllowed({
          message: `The request is not valid: ${needed} is malformed, or given more than once.`
        })
      const client = yield* clients.find(fields.get("client_id"))
      return yield* then(fields, yield* checkAuthorization(fields, faulty, client, issuer))
    }).pipe(
      Effect.catchTags({
        NotAllowed: ({ message }) => Effect.succeed(refusalView("This app cannot be connected", message, 400)),
        SentBack: (fault) => sendBack(visit, fault)
      }),
      onBehalfOf(visit.user.id)
    )

  const allow = (visit: Visit, { consent, write }: PageFields) =>
    checked(visit, (fields, authorization) =>
      Effect.gen(function* () {
        const { token } = visit.form("allow")
        if (!isConsentId(consent, token, addressOf(fields), visit.now)) return answeredBefore
        yield* clients.allowed(authorization.client, visit.now)
        const code = yield* record(visit, consent, authorization, {
          mayWrite: authorization.mayWrite && write === "yes",
          expiresAt: DateTime.add(visit.now, { millis: LIFETIME.code })
        })
        return code === undefined ? answeredBefore : new Redirect(answerAt(authorization, issuer, { code }))
      })
    )

  const deny = (visit: Visit, { consent }: PageFields) =>
    checked(visit, (fields, authorization) =>
      Effect.gen(function* () {
        const { token } = visit.form("deny")
        // A denial is passed on even an hour later. Its code has expired, and nobody gets it.
        const isInTime = isConsentId(consent, token, addressOf(fields), visit.now)
        const expired = { mayWrite: false, expiresAt: visit.now }
        if (isInTime && (yield* record(visit, consent, authorization, expired)) === undefined) return answeredBefore
        const answer = { error: "access_denied", error_description: "The user did not allow it." } as const
        return new Redirect(answerAt(authorization, issuer, answer))
      })
    )

  const page: Page = {
    path: PATHS.authorize,
    isScriptless: true,
    // After a sign-in, it asks again.
    forgetsInput: true,
    keepsLongAddress: true,
    show: (visit) => checked(visit, (fields, found) => Effect.succeed(consentView(visit, fields, found))),
    actions: { allow: { run: allow }, deny: withoutAccess({ run: deny }) }
  }
  return page
})
