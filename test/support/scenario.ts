import type { Limits } from "../../src/contract/handler/limits.ts"
import type { Inputs } from "../../src/contract/operation.ts"
import type { ItemIds } from "../../src/values/item-id.ts"
import type { Known } from "../hostile/values.ts"
import type { Call, Person, Service } from "./app.ts"
import type { Stores } from "./stores.ts"

export type Input = Readonly<Record<string, unknown>>

/** Stands in every text that an owner writes. */
export const MARK = "zqsecretowner"

/** The idempotency key of every keyed call of an owner. */
export const SHARED_KEY = "shared-key"

/** Whose data other users try to reach. */
export interface Owner {
  readonly call: Call
  /** Saves a meal of one custom food, its name with MARK in it, and returns its id. */
  readonly saveMeal: (customFoodId: string) => Promise<string>
}

/** A call by somebody else, and what must come of it: an error's code, or the answer to a first call. */
export interface Attempt {
  readonly input: Input
  readonly expected: "not_found" | "validation_failed" | "as if new"
}

/** What an owner has of a feature. */
export interface Belongings {
  /** Ids, and values that nobody else has. The owner can see them all. */
  readonly secrets: ReadonlyArray<string>
  /** By the name of an operation that returns pages: the input of a first page, and the cursor that it returned. */
  readonly pages: Readonly<Record<string, { readonly input: Input; readonly cursor: string }>>
  /** By `operation field`, for each field that takes an id, a cursor or a key: a call with the owner's in it. */
  readonly attempts: Readonly<Record<string, Attempt>>
}

export const NOTHING: Belongings = { secrets: [], pages: {}, attempts: {} }

/** How a conflict comes about: arranges it for a person, and returns the input that runs into it. */
type Conflict = (service: Service, person: Person, call: Call) => Promise<Input>

/** What the tests over all operations know of a feature beyond its definition. */
export interface AnyScenario {
  /** The kinds of ids that its operations make. */
  readonly ids: ReadonlyArray<ItemIds>
  /** Calls each operation, in each way that makes it ask the database something else. */
  readonly callAll: (call: Call, savedMealId: string) => Promise<void>
  /**
   * Makes what an operation needs to succeed, and returns the input to call it with. Where an input names an item, the item is
   * made for that user, so that it is another one's to everybody else.
   */
  readonly prepare: Readonly<Record<string, (call: Call) => Promise<Input>>>
  /** For each operation that takes an idempotency key: what changes a prepared input into another valid one. */
  readonly changes: Readonly<Record<string, Input>>
  /** For each operation that lists `conflict`. */
  readonly conflicts?: Readonly<Partial<Record<string, Conflict>>>
  /** The stores with somebody else at work beside the caller, where that is how a conflict comes about. */
  readonly contested?: (stores: Stores) => Stores
  /** Limits under which one more item of the feature is one too many, once there is one. */
  readonly roomForOne?: Partial<Limits>
  /** Makes some of everything for an owner. */
  readonly own: (owner: Owner) => Promise<Belongings>
  /** All that users can see of theirs by the feature. */
  readonly view: (call: Call) => Promise<unknown>
  /** For each reading operation without an id: the widest views that there are. */
  readonly views: Readonly<Partial<Record<string, ReadonlyArray<Input>>>>
  /** Makes some of everything for hostile requests to hit. */
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
