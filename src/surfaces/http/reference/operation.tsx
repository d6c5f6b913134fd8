/** @jsxImportSource hono/jsx */
import type { Operation } from "../../../contract/operation.ts"
import { curlOf, pretty } from "./curl.ts"
import type { Entry, Parameter } from "./document.ts"
import { Fields, Prose } from "./fields.tsx"

const exampleText = ({ example }: Parameter): string => (example === undefined ? "" : String(example))

const ParameterField = ({ operation, parameter }: { readonly operation: string; readonly parameter: Parameter }) => {
  const { path: name, place, isRequired, values } = parameter
  const id = `${operation}-${name}`
  const rest = { id, name, "data-in": place, ...(isRequired ? { required: true } : {}) }
  const example = exampleText(parameter)
  return (
    <div class="field">
      <label for={id}>{name}</label>
      {values.length > 0 ? (
        <select {...rest}>
          {isRequired ? null : <option value="" />}
          {values.map((value) => (
            <option selected={value === example}>{value}</option>
          ))}
        </select>
      ) : (
        <input {...rest} value={example} autocomplete="off" />
      )}
    </div>
  )
}

const BodyField = ({ operation: { name, example } }: { readonly operation: Operation }) => {
  const text = pretty(example.input)
  return (
    <div class="field">
      <label for={`${name}-body`}>Body, as JSON</label>
      <textarea id={`${name}-body`} name="body" data-in="body" rows={text.split("\n").length + 1} spellcheck={false}>
        {text}
      </textarea>
    </div>
  )
}

const warningOf = ({ access, destructive }: Operation): string =>
  access === "read"
    ? "This reads the data of the token's user."
    : destructive
      ? "This really changes the data of the token's user, and can replace or delete some."
      : "This really changes the data of the token's user."

/** A form that runs the operation. It is hidden until the script has activated it. */
const Try = ({ entry, baseUrl }: { readonly entry: Entry; readonly baseUrl: string }) => {
  const { operation, parameters, body } = entry
  const { name, method, path } = operation
  return (
    <details hidden data-scripted>
      <summary>Try it</summary>
      <form class="fields" data-method={method} data-action={baseUrl + path}>
        <p class="soft">{warningOf(operation)}</p>
        {parameters.map((parameter) => (
          <ParameterField operation={name} parameter={parameter} />
        ))}
        {body === undefined ? null : <BodyField operation={operation} />}
        <button type="submit" aria-label={`Send ${name}`}>
          Send
        </button>
        <p class="status" role="status" />
        <div class="answer" hidden>
          <h4>Headers</h4>
          <pre class="headers" />
          <h4>Body</h4>
          <pre class="body" />
        </div>
      </form>
    </details>
  )
}

const factsOf = ({ access, idempotent, takesIdempotencyKey }: Operation): string =>
  access === "read"
    ? "Counts as a read."
    : takesIdempotencyKey
      ? "Counts as a write. Each call adds something, unless it repeats an idempotency key."
      : idempotent
        ? "Counts as a write. Repeating it changes nothing more."
        : "Counts as a write. Repeating it can add another."

/** An operation: what it does, its input, output and errors, an example, and a form to try it. */
export const OperationCard = ({ entry, baseUrl }: { readonly entry: Entry; readonly baseUrl: string }) => {
  const { operation, parameters, body, output, refusals } = entry
  const { name, method, path, title, description, example } = operation
  return (
    <article class="card" id={name} aria-labelledby={`${name}-title`}>
      <h3 id={`${name}-title`}>
        <a href={`#${name}`}>{title}</a>
      </h3>
      <p>
        <span class="method">{method}</span> <code>{path}</code> · MCP tool <code>{name}</code>
      </p>
      <p>
        <Prose text={description} />
      </p>
      <p class="soft">{factsOf(operation)}</p>
      {(["query", "header"] as const).map((place) => {
        const given = parameters.filter((parameter) => parameter.place === place)
        return given.length === 0 ? null : (
          <>
            <h4>{place === "query" ? "Query parameters" : "Request headers"}</h4>
            <Fields fields={given} isInput />
          </>
        )
      })}
      {body === undefined ? null : (
        <>
          <h4>Body</h4>
          <Fields fields={body} isInput />
        </>
      )}
      {parameters.length === 0 && body === undefined ? <p>It takes no input.</p> : null}
      <details>
        <summary>Answer</summary>
        <Fields fields={output} />
      </details>
      <details>
        <summary>Errors</summary>
        <ul>
          {refusals.map(({ status, codes }) => (
            <li>
              {status}:{" "}
              {codes.map((code, index) => (
                <>
                  {index === 0 ? "" : " or "}
                  <a href={`#error-${code}`}>{code}</a>
                </>
              ))}
            </li>
          ))}
        </ul>
      </details>
      <details>
        <summary>Example</summary>
        <pre class="curl">{curlOf(operation, baseUrl)}</pre>
        <p>The answer:</p>
        <pre>{pretty(example.output)}</pre>
      </details>
      <Try entry={entry} baseUrl={baseUrl} />
    </article>
  )
}
