import type { Brand } from "effect"
import type { Api } from "../api.ts"
import type * as Operations from "../contract/operation.ts"
import type { Unlisted } from "./unlisted.ts"

// The package `fettle-client` has in this file's place one that scripts/client/contract-types.ts writes: the same types,
// with the definition's texts as doc comments and without Effect.

/** A type as plain data: days and ids are ordinary strings, and closed lists may hold a value that is not listed. */
export type Plain<T> = T extends string & Brand.Brand<string>
  ? string
  : T extends string
    ? string extends T
      ? string
      : T | Unlisted
    : T extends object
      ? { readonly [K in keyof T]: Plain<T[K]> }
      : T

type Groups = (typeof Api)["groups"]
type Group = Groups[keyof Groups]

/** An operation that takes no input has no type of it. */
type Given<T> = unknown extends T ? Readonly<Record<string, never>> : Plain<T>

/** The input of each operation, by name. */
export type Inputs = { readonly [N in keyof Operations.Inputs<Group>]: Given<Operations.Inputs<Group>[N]> }

/** The answer of each operation, by name. */
export type Outputs = { readonly [N in keyof Operations.Outputs<Group>]: Plain<Operations.Outputs<Group>[N]> }
