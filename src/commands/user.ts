import { Command, Options } from "@effect/cli"
import { DateTime, Effect, Option, Record } from "effect"
import { changeUser, createUser, deleteUser, newUser } from "../accounts/accounts.ts"
import { AccountStore, UnknownAccount } from "../accounts/store.ts"
import { LIMITS, type LimitName } from "../caller/limits.ts"
import type { User } from "../caller/user.ts"
import { stores } from "./database.ts"
import { asUserId, instantOrNever, limit, timezone, userArgument, userName } from "./options.ts"
import { columns, json, print } from "./output.ts"

const weightUnit = (option: string, description: string) =>
  Options.choice(option, ["kg", "lb"]).pipe(Options.withDescription(description), Options.optional)

const details = {
  bodyWeightUnit: weightUnit("body-weight-unit", "Unit for body weight. Default: kg."),
  strengthUnit: weightUnit("strength-unit", "Unit for loads in workouts. Default: kg."),
  distanceUnit: Options.choice("distance-unit", ["km", "mi"]).pipe(
    Options.withDescription("Unit for distances. Default: km."),
    Options.optional
  ),
  plan: Options.choice("plan", ["paid", "trial", "free"]).pipe(
    Options.withDescription("paid and trial give access, free does not. Default: paid."),
    Options.optional
  ),
  accessUntil: instantOrNever("access-until").pipe(
    Options.withDescription("When access ends, or never. Default: never."),
    Options.optional
  ),
  ownLimits: Record.map(LIMITS, ({ column, meaning }) => limit(column.replaceAll("_", "-"), `Own limit: ${meaning}.`))
}

type Given<A> = { readonly [K in keyof A]: Option.Option<A[K]> }

/** The user with the given options applied. */
const withGiven = <U extends Omit<User, "id">>(
  user: U,
  given: Given<Omit<User, "id" | "ownLimits">> & { readonly ownLimits: Given<Record<LimitName, number | null>> }
): U => {
  const or = Option.getOrElse
  const changed = Record.getSomes(given.ownLimits)
  const ownLimits = Object.entries({ ...user.ownLimits, ...changed }).filter(([, limit]) => limit !== null)
  return {
    ...user,
    name: or(given.name, () => user.name),
    timezone: or(given.timezone, () => user.timezone),
    bodyWeightUnit: or(given.bodyWeightUnit, () => user.bodyWeightUnit),
    strengthUnit: or(given.strengthUnit, () => user.strengthUnit),
    distanceUnit: or(given.distanceUnit, () => user.distanceUnit),
    plan: or(given.plan, () => user.plan),
    accessUntil: or(given.accessUntil, () => user.accessUntil),
    ownLimits: Object.fromEntries(ownLimits)
  }
}

const create = Command.make(
  "create",
  { name: userName, timezone, ...details, json },
  ({ json, name, timezone, ...given }) =>
    Effect.gen(function* () {
      const user = withGiven(newUser(name, timezone), { name: Option.none(), timezone: Option.none(), ...given })
      const userId = yield* createUser(user)
      yield* print(json, { userId }, [`Created user ${userId}. Next: fettle token create --user ${userId}`])
    }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Create a user."))

/** The user's id. Fails if there is no such user. */
export const knownUser = (id: string) =>
  Option.match(asUserId(id), {
    onNone: () => Effect.fail(new UnknownAccount({ what: "user", id })),
    onSome: Effect.succeed
  })

const set = Command.make(
  "set",
  { id: userArgument, name: Options.optional(userName), timezone: Options.optional(timezone), ...details, json },
  ({ id, json, ...given }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(id)
      yield* changeUser(userId, (user) => withGiven(user, given))
      yield* print(json, { userId }, [`Changed user ${userId}`])
    }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Change a user; options left out change nothing."))

const list = Command.make("list", { json }, ({ json }) =>
  Effect.gen(function* () {
    const users = (yield* (yield* AccountStore).listUsers).map((user) => ({
      userId: user.id,
      name: user.name,
      timezone: user.timezone,
      plan: user.plan,
      accessUntil: user.accessUntil === null ? null : DateTime.formatIso(user.accessUntil)
    }))
    yield* print(
      json,
      { users },
      columns(
        ["USER", "NAME", "TIMEZONE", "PLAN", "ACCESS UNTIL"],
        users.map((user) => [user.userId, user.name, user.timezone, user.plan, user.accessUntil ?? ""])
      )
    )
  }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("List the users."))

const remove = Command.make("delete", { id: userArgument, json }, ({ id, json }) =>
  Effect.gen(function* () {
    const userId = yield* knownUser(id)
    yield* deleteUser(userId)
    yield* print(json, { userId, deleted: true }, [`Deleted user ${userId} and all their data`])
  }).pipe(Effect.provide(stores))
).pipe(Command.withDescription("Delete a user with all their data and tokens. This cannot be undone."))

export const user = Command.make("user").pipe(
  Command.withDescription("Create, change, list and delete users."),
  Command.withSubcommands([create, set, list, remove])
)
