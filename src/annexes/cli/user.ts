import { DateTime, Effect, Option, Record, Schema } from "effect"
import { LIMITS, type LimitName } from "../../contract/handler/limits.ts"
import { hasAccess, Timezone, type User, UserName } from "../../contract/handler/user.ts"
import { changeUser, createUser, deleteUser, listTokens, newUser } from "../../features/accounts/accounts.ts"
import { AccountStore } from "../../features/accounts/store.ts"
import { program } from "../../platform/assets/assets.ts"
import { sqlStateIn } from "../../platform/database/sql-state.ts"
import type { UserId } from "../../values/ids.ts"
import { listApps } from "../identity/connected-apps/connected-apps.ts"
import { unlinkIdentities } from "../identity/openid/people.ts"
import { INVITATION_DAYS } from "../identity/sign-in/model.ts"
import { NewcomerStore } from "../identity/sign-in/newcomers.ts"
import { createInvitation } from "../identity/sign-in/sign-in.ts"
import { removeFolder } from "../imports/uploads/upload-folder.ts"
import { confirm, ensureConfirmable, yes } from "./confirm.ts"
import { reading, stores } from "./database.ts"
import { knownUser } from "./known-user.ts"
import { instantOrNever, limit, timezone, userArgument, userName } from "./options.ts"
import { columns, json, pairs, print } from "./output.ts"
import { address, ensurePage, originAt } from "./own-links.ts"
import { sample } from "./sample.ts"
import { command, group } from "./usage/command.ts"
import { meaning, oneOf, option, optional, otherwise, placeholder, read, WrongUsage } from "./usage/parameters.ts"
import { linkOpenId, unlinkOpenId } from "./user-openid.ts"

const limitName = (column: string) => column.replaceAll("_", "-")

/** Options that can be omitted. `ifLeftOut` describes the resulting value. */
const details = (ifLeftOut: (value: string) => string) => {
  const described = (description: string, value: string) => meaning(`${description}${ifLeftOut(value)}`)
  return {
    bodyWeightUnit: option("body-weight-unit").pipe(
      oneOf(["kg", "lb"]),
      described("Unit for body weight.", "kg"),
      optional
    ),
    strengthUnit: option("strength-unit").pipe(
      oneOf(["kg", "lb"]),
      described("Unit for loads in workouts.", "kg"),
      optional
    ),
    distanceUnit: option("distance-unit").pipe(oneOf(["km", "mi"]), described("Unit for distances.", "km"), optional),
    plan: option("plan").pipe(
      oneOf(["paid", "trial", "free"]),
      described("paid and trial give access, free does not.", "paid"),
      optional
    ),
    accessUntil: instantOrNever("access-until").pipe(
      described("When access ends, as an ISO 8601 instant, or never.", "never"),
      optional
    ),
    ownLimits: Record.map(LIMITS, ({ column, meaning }) =>
      limit(limitName(column), `Own limit: ${meaning}.${ifLeftOut(column.toUpperCase())}`)
    )
  }
}

type Given<A> = { readonly [K in keyof A]: Option.Option<A[K]> }

const isLimitName = (name: string): name is LimitName => Object.hasOwn(LIMITS, name)

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

const create = command(
  { name: "create", meaning: "Create a user." },
  { name: userName, timezone: timezone("The user's timezone."), ...details((value) => ` Default: ${value}.`), json },
  ({ json, name, timezone, ...given }) =>
    Effect.gen(function* () {
      const user = withGiven(newUser(name, timezone), { name: Option.none(), timezone: Option.none(), ...given })
      const userId = yield* createUser(user)
      yield* print(json, { userId }, [`Created user ${userId}. Next: ${program} token create --user ${userId}`])
    }).pipe(Effect.provide(stores))
)

const set = command(
  { name: "set", meaning: "Change a user; omitted options change nothing." },
  {
    id: userArgument,
    name: optional(userName),
    timezone: optional(timezone("The user's timezone.")),
    ...details(() => ""),
    json
  },
  ({ id, json, ...given }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(id)
      yield* changeUser(userId, (user) => withGiven(user, given))
      yield* print(json, { userId }, [`Changed user ${userId}`])
    }).pipe(Effect.provide(stores))
)

const decodeInviter = (text: string) =>
  Effect.mapError(
    Schema.decode(UserName)(text),
    () => new WrongUsage({ message: "--from must be 1 to 200 characters" })
  )

const invite = command(
  {
    name: "invite",
    meaning:
      "Create a user, and print a link with which they choose name, timezone, units and a passkey. It works once, within 7 days."
  },
  {
    name: userName,
    plan: option("plan").pipe(
      oneOf(["paid", "trial", "free"]),
      meaning("paid and trial give access, free does not. Default: paid."),
      otherwise("paid")
    ),
    from: option("from").pipe(
      placeholder("NAME"),
      meaning("Who invites, as the invitation says."),
      read(decodeInviter),
      optional
    ),
    address,
    json
  },
  ({ name, plan, from, address, json }) =>
    Effect.gen(function* () {
      yield* ensurePage
      const origin = yield* originAt(address)
      const utc = Timezone.make("UTC")
      const userId = yield* createUser({ ...newUser(name, utc), plan })
      yield* (yield* NewcomerStore).isOfMachine(userId, utc)
      const { url, expiresAt } = yield* createInvitation(userId, origin, Option.getOrNull(from))
      yield* print(json, { userId, url, expiresAt: DateTime.formatIso(expiresAt) }, [
        url,
        `Send it to ${name}. It works once, within ${INVITATION_DAYS} days. To take it back: ${program} user delete ${userId}`
      ])
    }).pipe(Effect.provide(stores))
)

const list = command({ name: "list", meaning: "List the users." }, { json }, ({ json }) =>
  Effect.gen(function* () {
    // A database of an older version does not know.
    const never = yield* (yield* NewcomerStore).neverSignedIn.pipe(
      Effect.catchAllDefect((defect) =>
        sqlStateIn(defect) === "42P01" ? Effect.succeed(new Set<UserId>()) : Effect.die(defect)
      )
    )
    const users = (yield* (yield* AccountStore).listUsers).map((user) => ({
      userId: user.id,
      name: user.name,
      timezone: user.timezone,
      plan: user.plan,
      accessUntil: user.accessUntil === null ? null : DateTime.formatIso(user.accessUntil),
      hasSignedIn: !never.has(user.id)
    }))
    yield* print(
      json,
      { users },
      columns(
        ["USER", "NAME", "TIMEZONE", "PLAN", "ACCESS UNTIL", "SIGNED IN"],
        users.map((user) => [
          ...[user.userId, user.name, user.timezone, user.plan, user.accessUntil ?? ""],
          user.hasSignedIn ? "" : "never"
        ])
      )
    )
  }).pipe(reading)
)

const show = command(
  { name: "show", meaning: "Show a user's settings, plan, limits, and how many tokens and apps they have." },
  { id: userArgument, json },
  ({ id, json }) =>
    Effect.gen(function* () {
      const userId = yield* knownUser(id)
      const user = yield* (yield* AccountStore).findUser(userId)
      const now = yield* DateTime.now
      const tokens = (yield* listTokens(userId)).filter(
        ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || DateTime.greaterThan(expiresAt, now))
      )
      const apps = yield* listApps(userId)
      const accessUntil = user.accessUntil === null ? null : DateTime.formatIso(user.accessUntil)
      const limits = Object.entries(user.ownLimits).flatMap(([name, value]) =>
        isLimitName(name) ? [`${limitName(LIMITS[name].column)} ${value}`] : []
      )
      const { id: _, hasListeners: __, ...shown } = user
      yield* print(json, { userId, ...shown, accessUntil, validTokens: tokens.length, connectedApps: apps.length }, [
        ...pairs([
          ["User", userId],
          ["Name", user.name],
          ["Timezone", user.timezone],
          ["Units", `${user.bodyWeightUnit} (body weight), ${user.strengthUnit} (workouts), ${user.distanceUnit}`],
          ["Plan", user.plan],
          [
            "Access",
            hasAccess(user, DateTime.toEpochMillis(now))
              ? `yes, ${accessUntil === null ? "without end" : `until ${accessUntil}`}`
              : "none"
          ],
          ["Own limits", limits.length === 0 ? "none" : limits.join(", ")],
          ["Valid tokens", String(tokens.length)],
          ["Connected apps", String(apps.length)]
        ])
      ])
    }).pipe(reading)
)

const remove = command(
  { name: "delete", meaning: "Delete a user with all their data and tokens, which cannot be undone. It asks first." },
  { id: userArgument, yes, json },
  ({ id, yes, json }) =>
    Effect.zipRight(
      ensureConfirmable(yes, "user delete"),
      Effect.gen(function* () {
        const userId = yield* knownUser(id)
        const { name } = yield* (yield* AccountStore).findUser(userId)
        yield* confirm(yes, `Delete ${name} (${userId}) with all their data and tokens? This cannot be undone.`)
        yield* unlinkIdentities(userId)
        yield* deleteUser(userId)
        yield* removeFolder(userId)
        yield* print(json, { userId, deleted: true }, [`Deleted user ${userId} and all their data`])
      }).pipe(Effect.provide(stores))
    )
)

export const user = group({ name: "user", meaning: "Create, invite, list, show, change, link and delete users." }, [
  create,
  invite,
  list,
  show,
  set,
  sample,
  linkOpenId,
  unlinkOpenId,
  remove
])
