declare const unlisted: unique symbol

/**
 * A value of a closed list, such as a unit, that a newer service added and this client does not know. It can be sent
 * back to the service. Programs cannot write one themselves, so the compiler still rejects misspelt values.
 */
export type Unlisted = string & { readonly [unlisted]: true }
