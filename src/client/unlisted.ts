declare const unlisted: unique symbol

/**
 * A value of a closed list, such as a unit, which a newer service knows and this version of the client does not. It may
 * be sent back to the service. A program cannot write one itself, so the compiler still refuses misspelt values.
 */
export type Unlisted = string & { readonly [unlisted]: true }
