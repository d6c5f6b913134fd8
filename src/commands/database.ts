import { Layer } from "effect"
import * as Client from "../database/client.ts"
import * as Embedded from "../database/embedded.ts"
import { migrate } from "../database/migrator.ts"
import * as Storage from "../storage.ts"

/** The database as a command reaches it: beside a running server, or alone; its statements take the time they take. */
export const client = Client.layer(Embedded.forCommand, 0)

/** Every store, for a command: the database is opened, and migrated, when the command runs, and let go after it. */
export const stores = Storage.sql.pipe(Layer.provide(Layer.effectDiscard(migrate)), Layer.provide(client))
