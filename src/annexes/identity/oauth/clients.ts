import { type DateTime, Effect, Option } from "effect"
import { type Client, ClientId } from "../connected-apps/model.ts"
import { ClientStore } from "../connected-apps/store.ts"
import { NotAllowed } from "./authorization.ts"
import { isDocumentUrl } from "./client-document.ts"
import { makeDocuments } from "./documents.ts"

const unknown = new NotAllowed({
  message:
    "The app that sent you here is not known to this service. In the app, remove the connection to Fettle and add it again."
})

const unreadable = (url: string) =>
  new NotAllowed({
    message: `The app that sent you here describes itself at ${url}, but this service cannot read a valid description there. Try again later; if it stays so, tell the app's makers.`
  })

/** Finds the client of a request: a registered one, or one described by a document. `allowed` records a consent. */
export const makeClients = Effect.gen(function* () {
  const store = yield* ClientStore
  const documents = yield* makeDocuments

  const allowed = (client: Client, at: DateTime.Utc): Effect.Effect<void> =>
    Effect.zipRight(isDocumentUrl(client.id) ? documents.keep(client) : Effect.void, store.used(client.id, at))

  const find = (id: string | undefined): Effect.Effect<Client, NotAllowed> => {
    if (id === undefined) return new NotAllowed({ message: "The request does not name the app that it comes from." })
    const isDocument = isDocumentUrl(id)
    if (!isDocument && !/^[\w-]{1,128}$/.test(id)) return unknown
    const found: Effect.Effect<Option.Option<Client>> = isDocument
      ? documents.find(id)
      : store.findRegistered(ClientId.make(id))
    return Effect.flatMap(
      found,
      Option.match({ onNone: () => (isDocument ? unreadable(id) : unknown), onSome: Effect.succeed })
    )
  }
  return { find, allowed }
})
