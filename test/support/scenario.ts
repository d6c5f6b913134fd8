import type { Limits } from "../../src/contract/handler/limits.ts"
import type { Inputs } from "../../src/contract/operation.ts"
import type { ItemIds } from "../../src/values/item-id.ts"
import type { Known } from "../hostile/values.ts"
import type { Call, Person, Service } from "./app.ts"
import type { Stores } from "./stores.ts"

export type Input = Readonly<Record<string, unknown>>

/** Part of every text that an owner writes. */
export const MARK = "zqsecretowner"

/** The idempotency key of every keyed call of an owner. */
export const SHARED_KEY = "shared-key"

/** The user whose data other users try to reach. */
export interface Owner {
  readonly call: Call
  /** Saves a meal of one custom food, with MARK in its name, and returns its id. */
  readonly saveMeal: (customFoodId: string) => Promise<string>
}

/** A call by another user and its expected outcome: an error's code, or the answer to a first call. */
export interface Attempt {
  readonly input: Input
  readonly expected: "not_found" | "validation_failed" | "as if new"
}

/** An owner's belongings of a feature. */
export interface Belongings {
  /** Ids, and values that nobody else has. The owner can see them all. */
  readonly secrets: ReadonlyArray<string>
  /** By the name of an operation that returns pages: the input of a first page, and the cursor that it returned. */
  readonly pages: Readonly<Record<string, { readonly input: Input; readonly cursor: string }>>
  /** By `operation field`, for each field that takes an id, a cursor or a key: a call with the owner's in it. */
  readonly attempts: Readonly<Record<string, Attempt>>
}

export const NOTHING: Belongings = { secrets: [], pages: {}, attempts: {} }

/** Brings about a conflict: arranges it for a person, and returns the input that runs into it. */
type Conflict = (service: Service, person: Person, call: Call) => Promise<Input>

/** What the tests over all operations need to know about a feature beyond its definition. */
export interface AnyScenario {
  /** The kinds of ids that its operations make. */
  readonly ids: ReadonlyArray<ItemIds>
  /** Calls each operation, in each way that sends other statements. */
  readonly callAll: (call: Call, savedMealId: string) => Promise<void>
  /**
   * Makes what an operation needs to succeed, and returns its input. If the input names an item, it is made for that
   * user, so that it is another user's to everybody else.
   */
  readonly prepare: Readonly<Record<string, (call: Call) => Promise<Input>>>
  /** For each operation that takes an idempotency key: changes a prepared input into another valid one. */
  readonly changes: Readonly<Record<string, Input>>
  /** For each operation that lists `conflict`. */
  readonly conflicts?: Readonly<Partial<Record<string, Conflict>>>
  /** The stores with a concurrent writer beside the caller, if that is how a conflict comes about. */
  readonly contested?: (stores: Stores) => Stores
  /** Limits under which, once there is one item of the feature, another is too many. */
  readonly roomForOne?: Partial<Limits>
  /** Makes some of everything for an owner. */
  readonly own: (owner: Owner) => Promise<Belongings>
  /** Everything that users can see of their own data of the feature. */
  readonly view: (call: Call) => Promise<unknown>
  /** For each reading operation without an id: the inputs with the widest results. */
  readonly views: Readonly<Partial<Record<string, ReadonlyArray<Input>>>>
  /** Makes some of everything as targets for hostile requests. */
  readonly targets?: (call: Call) => Promise<Known>
}

type Names<Group> = keyof Inputs<Group> & string
type Keyed<Group> = {
  [Name in Names<Group>]: "idempotency_key" extends keyof Inputs<Group>[Name] ? Name : never
}[Names<Group>]

/** The scenario of one feature: it compiles only if it knows every operation of the feature's group. */
export interface Scenario<Group> extends AnyScenario {
  readonly prepare: { readonly [Name in Names<Group>]: (call: Call) => Promise<Input> }
  readonly changes: { readonly [Name in Keyed<Group>]: Input }
  readonly conflicts?: { readonly [Name in Names<Group>]?: Conflict }
  readonly views: { readonly [Name in Names<Group>]?: ReadonlyArray<Input> }
}
