import type { Brand } from "effect"
import type { Api } from "../api.ts"
import type * as Operations from "../contract/operation.ts"
import type { Unlisted } from "./unlisted.ts"

// In the package `fettle-client`, scripts/client/contract-types.ts generates this file: the same types, with the
// definition's texts as doc comments and without Effect.

/** A type as plain data: days and ids are strings, and closed lists may hold unlisted values. */
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

/** The input type; an operation without input gets an empty one. */
type Given<T> = unknown extends T ? Readonly<Record<string, never>> : Plain<T>

/** The input of each operation, by name. */
export type Inputs = { readonly [N in keyof Operations.Inputs<Group>]: Given<Operations.Inputs<Group>[N]> }

/** The answer of each operation, by name. */
export type Outputs = { readonly [N in keyof Operations.Outputs<Group>]: Plain<Operations.Outputs<Group>[N]> }
