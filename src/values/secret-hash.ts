import { Schema } from "effect"

/** SHA-256 of a secret's text, in hex. The text itself is never stored. */
export const SecretHash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/), Schema.brand("SecretHash"))
export type SecretHash = typeof SecretHash.Type
