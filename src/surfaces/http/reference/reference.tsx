/** @jsxImportSource hono/jsx */
import { REFERENCE_PATH } from "../../web/hand-over.tsx"
import { cspHash } from "../../web/html.ts"
import { open, type Respond } from "../../web/router.ts"
import { documentText, Shell } from "../../web/shell.tsx"
import { compact, STYLE } from "../../web/style.ts"
import { atFirstCall } from "../at-first-call.ts"
import { openApi } from "../openapi.ts"
import { pretty } from "./curl.ts"
import { type ErrorEntry, type Group, type Header, type Reference, referenceOf } from "./document.ts"
import { Fields, Prose } from "./fields.tsx"
import { OperationCard } from "./operation.tsx"
import { page } from "./page.ts"
import styles from "./reference.css" with { type: "text" }
import { TRY_SCRIPT } from "./script.ts"

const STYLES = [STYLE, compact(styles)]

const idOf = (name: string): string => name.toLowerCase().replaceAll(" ", "-")

const Links = ({ hasPersonalPages }: { readonly hasPersonalPages: boolean }) => (
  <nav aria-label="Pages">
    <ul>
      <li>
        <a href={REFERENCE_PATH} aria-current="page">
          Reference
        </a>
      </li>
      <li>
        <a href="/clients">Clients</a>
      </li>
      <li>
        <a href="/v1/openapi.json">OpenAPI</a>
      </li>
      <li>
        <a href="/v1/llms.txt">Guide for agents</a>
      </li>
      {hasPersonalPages ? (
        <li>
          <a href="/app">Your page</a>
        </li>
      ) : null}
    </ul>
  </nav>
)

const Contents = ({ groups }: { readonly groups: ReadonlyArray<Group> }) => (
  <nav class="contents" aria-label="Operations">
    {groups.map(({ name, entries }) => (
      <div>
        <strong>{name}</strong>
        <ul>
          {entries.map(({ operation }) => (
            <li>
              <a href={`#${operation.name}`}>{operation.title}</a>
            </li>
          ))}
        </ul>
      </div>
    ))}
    <ul>
      <li>
        <a href="#errors">Errors</a>
      </li>
      <li>
        <a href="#headers">Headers of answers</a>
      </li>
    </ul>
  </nav>
)

/** The field for the token. It is hidden until the script has activated it. */
const TokenCard = () => (
  <>
    <noscript>
      <p class="notice">
        Without JavaScript, operations cannot be tried here. Their examples are commands for a terminal.
      </p>
    </noscript>
    <section class="card" hidden data-scripted>
      <h2>Your token</h2>
      <div class="field">
        <label for="token">API token</label>
        <span class="hint" id="token-hint">
          To try operations. It is sent to this service only, and goes when you close or reload this page.
        </span>
        <input
          id="token"
          type="password"
          autocomplete="off"
          spellcheck={false}
          placeholder="fettle_…"
          aria-describedby="token-hint"
        />
      </div>
      <p class="status" id="token-status" role="status" />
    </section>
  </>
)

const Errors = ({ errors }: { readonly errors: ReadonlyArray<ErrorEntry> }) => (
  <section class="errors" id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    {errors.map(({ code, statuses, description, fields, example }) => (
      <article class="card" id={`error-${code}`} aria-labelledby={`error-${code}-title`}>
        <h3 id={`error-${code}-title`}>
          {statuses.join(", ")} <code>{code}</code>
        </h3>
        <p>
          <Prose text={description} />
        </p>
        <details>
          <summary>Fields and example</summary>
          <Fields fields={fields} />
          <pre>{pretty(example)}</pre>
        </details>
      </article>
    ))}
  </section>
)

const Headers = ({ headers }: { readonly headers: ReadonlyArray<Header> }) => (
  <section class="card" id="headers" aria-labelledby="headers-title">
    <h2 id="headers-title">Headers of answers</h2>
    <dl class="schema">
      {headers.map(({ name, description, example, statuses }) => (
        <div>
          <dt>
            <code>{name}</code> <span class="soft">with status {statuses.join(", ")}</span>
          </dt>
          <dd>
            <Prose text={description} />
            {example === "" ? null : (
              <>
                {" "}
                Such as <code>{example}</code>.
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)

const Content = ({ reference, baseUrl }: { readonly reference: Reference; readonly baseUrl: string }) => (
  <div class="columns">
    <div class="intro">
      <h1>API reference</h1>
      <p>
        <Prose text={reference.about} />
      </p>
      <p>
        The service is at <code>{baseUrl}</code>. Send your token with every request, as{" "}
        <code>Authorization: Bearer fettle_…</code>, and bodies as <code>application/json</code>. Unknown inputs are
        rejected; answers may gain fields.
      </p>
      <TokenCard />
    </div>
    <Contents groups={reference.groups} />
    <div>
      {reference.groups.map(({ name, description, entries }) => (
        <section aria-labelledby={idOf(name)}>
          <h2 id={idOf(name)}>{name}</h2>
          <p>
            <Prose text={description} />
          </p>
          {entries.map((entry) => (
            <OperationCard entry={entry} baseUrl={baseUrl} />
          ))}
        </section>
      ))}
      <Errors errors={reference.errors} />
      <Headers headers={reference.headers} />
    </div>
  </div>
)

const pageFor = (baseUrl: string, hasPersonalPages: boolean): Respond => {
  const html = documentText(
    <Shell
      title="API reference"
      home="/"
      nav={<Links hasPersonalPages={hasPersonalPages} />}
      styles={STYLES}
      scripts={[TRY_SCRIPT]}
    >
      <Content reference={referenceOf(openApi(baseUrl))} baseUrl={baseUrl} />
    </Shell>
  )
  return page(html, {
    scripts: TRY_SCRIPT.hash,
    styles: STYLES.map(cspHash).join(" "),
    // The page may be opened under another name of the machine, but it calls the service at its base URL.
    connections: `'self' ${baseUrl}`
  })
}

/**
 * The reference for the service at `baseUrl`, made from its OpenAPI description: every operation, field and error. With
 * JavaScript, operations can be tried out.
 */
export const reference = (baseUrl: string, hasPersonalPages: boolean) =>
  open(
    REFERENCE_PATH,
    atFirstCall(() => pageFor(baseUrl, hasPersonalPages))
  )
