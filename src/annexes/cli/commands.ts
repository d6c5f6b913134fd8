import { Command } from "@effect/cli"
import { Layer } from "effect"
import { layer as configLayer } from "../../config.ts"
import { layer as logging } from "../../platform/telemetry/log/log.ts"
import { app } from "./app.ts"
import { backup, restore } from "./backup.ts"
import { catalogue } from "./catalogue.ts"
import { connect } from "./connect.ts"
import { doctor } from "./doctor.ts"
import { exportCommand } from "./export.ts"
import { withReadableErrors } from "./faults.ts"
import { importHistory } from "./import.ts"
import { loginLink } from "./login-link.ts"
import { meal } from "./meal.ts"
import { migrate } from "./migrate.ts"
import { moveCommand } from "./move.ts"
import { serve } from "./serve.ts"
import { token } from "./token.ts"
import { shapeOf } from "./usage/shape.ts"
import { user } from "./user.ts"

/** Settings and logging, for every command. The doctor reads the settings itself. */
const settings = Layer.provideMerge(logging, configLayer)

const withSettings = <Name extends string, R, E, A>(command: Command.Command<Name, R, E, A>) =>
  command.pipe(Command.transformHandler(withReadableErrors), Command.provide(settings))

const MEANING = "One person's fitness data for programs and AI agents, over REST and MCP."

const commands = [
  withSettings(serve),
  withSettings(migrate),
  withSettings(user),
  withSettings(token),
  withSettings(app),
  withSettings(meal),
  withSettings(loginLink),
  withSettings(catalogue),
  withSettings(importHistory),
  withSettings(exportCommand),
  withSettings(backup),
  withSettings(restore),
  withSettings(moveCommand),
  withSettings(connect),
  doctor
] as const

/** The program with all its commands. */
export const fettle = Command.make("fettle").pipe(Command.withSubcommands(commands))

/** The commands and their options, for printing the help and parsing a command line. */
export const shape = shapeOf(MEANING, commands)
