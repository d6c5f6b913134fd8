/** What the tests set up for the mistakes. */
export interface Scene {
  /** A port on which something else listens. */
  readonly takenPort: number
  /** A port on which nobody listens. */
  readonly closedPort: number
  /** The URL of a PostgreSQL server with this fault. */
  readonly refusing: (refusal: Refusal) => string
  /** The path of a folder in this state. */
  readonly folder: (state: FolderState) => string
}

export type Refusal =
  | "wrong-password"
  | "no-such-database"
  | "too-many-connections"
  | "no-tls"
  | "version-14"
  | "no-rights"
  | "read-only"

export type FolderState = "a-file" | "not-writable" | "in-use" | "other-version" | "corrupt"

export interface Mistake {
  readonly name: string
  /** The arguments; `fettle migrate` by default. */
  readonly arguments?: ReadonlyArray<string>
  readonly settings: (scene: Scene) => Record<string, string>
  /** The setting, option or argument that the sentence must name. */
  readonly names: string
  readonly cause: RegExp
  readonly nextStep: RegExp
}

/**
 * Mistakes that people make when they set Fettle up, written down before anybody read what it answers to them. Each
 * must end the command with one sentence that names the setting, says what is wrong with it, and what to do.
 */
export const mistakes: ReadonlyArray<Mistake> = [
  {
    name: "a port that another program uses",
    arguments: ["serve"],
    settings: (scene) => ({ PORT: String(scene.takenPort) }),
    names: "PORT",
    cause: /in use|taken/,
    nextStep: /stop|another|other/
  },
  {
    name: "a port that is not a number",
    settings: () => ({ PORT: "http" }),
    names: "PORT",
    cause: /"http"/,
    nextStep: /65535/
  },
  {
    name: "a port that only root may use",
    arguments: ["serve"],
    settings: () => ({ PORT: "80" }),
    names: "PORT",
    cause: /permission|not allowed|may not|privilege/i,
    nextStep: /1024/
  },
  {
    name: "a host of another machine",
    arguments: ["serve"],
    settings: () => ({ HOST: "203.0.113.7" }),
    names: "HOST",
    cause: /203\.0\.113\.7.*(machine|interface)/,
    nextStep: /0\.0\.0\.0|127\.0\.0\.1/
  },
  {
    name: "the URL of another kind of database",
    settings: () => ({ DATABASE_URL: "mysql://ada:hunter2@127.0.0.1/fettle" }),
    names: "DATABASE_URL",
    cause: /mysql|PostgreSQL/,
    nextStep: /postgres(ql)?:\/\//
  },
  {
    name: "a password in the URL that is not percent-encoded",
    settings: () => ({ DATABASE_URL: "postgres://ada:hunter2#x/y@127.0.0.1:5432/fettle" }),
    names: "DATABASE_URL",
    cause: /URL/,
    nextStep: /percent|%23/
  },
  {
    name: "a password in the URL with a percent sign of its own",
    settings: () => ({ DATABASE_URL: "postgres://ada:hunter2-100%off@127.0.0.1:5432/fettle" }),
    names: "DATABASE_URL",
    cause: /URL/,
    nextStep: /percent|%25/
  },
  {
    name: "an empty database URL",
    settings: () => ({ DATABASE_URL: "" }),
    names: "DATABASE_URL",
    cause: /empty/,
    nextStep: /leave|unset|remove/i
  },
  {
    name: "an unknown database host",
    settings: () => ({ DATABASE_URL: "postgres://ada:hunter2@database.invalid:5432/fettle" }),
    names: "DATABASE_URL",
    cause: /database\.invalid.*(unknown|found|resolve)|(unknown|found|resolve).*database\.invalid/,
    nextStep: /check|correct|spell/i
  },
  {
    name: "a database server that is not running",
    settings: (scene) => ({ DATABASE_URL: `postgres://ada:hunter2@127.0.0.1:${scene.closedPort}/fettle` }),
    names: "DATABASE_URL",
    cause: /refused|nothing listens|not running|unreachable|cannot be reached/i,
    nextStep: /start|check/i
  },
  {
    name: "a wrong database password",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("wrong-password") }),
    names: "DATABASE_URL",
    cause: /password/,
    nextStep: /check|correct|set/i
  },
  {
    name: "a database that does not exist",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("no-such-database") }),
    names: "DATABASE_URL",
    cause: /does not exist|no database/i,
    nextStep: /create/i
  },
  {
    name: "a database server with no connection left",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("too-many-connections") }),
    names: "DATABASE_CONNECTIONS",
    cause: /too many clients/,
    nextStep: /lower.*raise/i
  },
  {
    name: "an unknown mode of TLS",
    settings: () => ({ DATABASE_URL: "postgres://ada:hunter2@127.0.0.1/fettle?sslmode=on" }),
    names: "DATABASE_URL",
    cause: /sslmode/,
    nextStep: /require/
  },
  {
    name: "TLS to a server that offers none",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("no-tls") }),
    names: "DATABASE_URL",
    cause: /TLS|SSL/,
    nextStep: /sslmode/
  },
  {
    name: "PostgreSQL 14",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("version-14") }),
    names: "DATABASE_URL",
    cause: /14/,
    nextStep: /15/
  },
  {
    name: "a role that may not create tables",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("no-rights") }),
    names: "DATABASE_URL",
    cause: /may not|permission/i,
    nextStep: /GRANT|owner/i
  },
  {
    name: "a server that accepts no writes",
    settings: (scene) => ({ DATABASE_URL: scene.refusing("read-only") }),
    names: "DATABASE_URL",
    cause: /read-only|standby|accepts no writes/i,
    nextStep: /primary/i
  },
  {
    name: "an invalid switch for prepared statements",
    settings: () => ({ DATABASE_PREPARE: "yes" }),
    names: "DATABASE_PREPARE",
    cause: /"yes"/,
    nextStep: /auto.*on.*off|on.*off.*auto/
  },
  {
    name: "no connection at all",
    settings: () => ({ DATABASE_CONNECTIONS: "0" }),
    names: "DATABASE_CONNECTIONS",
    cause: /"0"/,
    nextStep: /from 1 to/
  },
  {
    name: "a base address without a scheme",
    settings: () => ({ BASE_URL: "fettle.example.com" }),
    names: "BASE_URL",
    cause: /fettle\.example\.com/,
    nextStep: /https:\/\//
  },
  {
    name: "a base address with a path",
    settings: () => ({ BASE_URL: "https://example.com/fettle" }),
    names: "BASE_URL",
    cause: /path|\/fettle/,
    nextStep: /without|origin|https:\/\/example\.com($|[^/])/i
  },
  {
    name: "an origin with a path",
    settings: () => ({ ALLOWED_ORIGINS: "https://app.example.com/home" }),
    names: "ALLOWED_ORIGINS",
    cause: /app\.example\.com/,
    nextStep: /https:\/\/app\.example\.com($|[^/])|without|like/i
  },
  {
    name: "a proxy by name",
    settings: () => ({ TRUSTED_PROXIES: "proxy.local" }),
    names: "TRUSTED_PROXIES",
    cause: /proxy\.local/,
    nextStep: /address/i
  },
  {
    name: "an unknown environment",
    settings: () => ({ ENVIRONMENT: "production" }),
    names: "ENVIRONMENT",
    cause: /"production"/,
    nextStep: /live.*test|test.*live/
  },
  {
    name: "an unknown log level",
    settings: () => ({ LOG_LEVEL: "verbose" }),
    names: "LOG_LEVEL",
    cause: /"verbose"/,
    nextStep: /debug/
  },
  {
    name: "a switch that is neither on nor off",
    settings: () => ({ METRICS: "true" }),
    names: "METRICS",
    cause: /"true"/,
    nextStep: /on.*off/
  },
  {
    name: "a limit below zero",
    settings: () => ({ READS_PER_MINUTE: "-1" }),
    names: "READS_PER_MINUTE",
    cause: /"-1"/,
    nextStep: /from 0 to/
  },
  {
    name: "a misspelt setting",
    settings: () => ({ DATABSE_URL: "postgres://ada:hunter2@127.0.0.1/fettle" }),
    names: "DATABSE_URL",
    cause: /not a setting/,
    nextStep: /Write DATABASE_URL/
  },
  {
    name: "a data folder that is a file",
    settings: (scene) => ({ DATA_DIR: scene.folder("a-file") }),
    names: "DATA_DIR",
    cause: /not a folder|is a file/,
    nextStep: /another|other|choose|move/i
  },
  {
    name: "a data folder that is somebody else's",
    settings: (scene) => ({ DATA_DIR: scene.folder("not-writable") }),
    names: "DATA_DIR",
    cause: /belongs to|may not be written/,
    nextStep: /chown|chmod|setpriv/
  },
  {
    name: "a data folder that another process uses",
    arguments: ["serve"],
    settings: (scene) => ({ DATA_DIR: scene.folder("in-use") }),
    names: "DATA_DIR",
    cause: /another Fettle server is running/,
    nextStep: /stop|another folder/i
  },
  {
    name: "a data folder of another version",
    settings: (scene) => ({ DATA_DIR: scene.folder("other-version") }),
    names: "DATA_DIR",
    cause: /PostgreSQL 17.*18/,
    nextStep: /fettle move/
  },
  {
    name: "a data folder that is damaged",
    settings: (scene) => ({ DATA_DIR: scene.folder("corrupt") }),
    names: "DATA_DIR",
    cause: /damaged|corrupt/,
    nextStep: /backup|restore/i
  },
  {
    name: "no worker",
    arguments: ["serve", "--workers", "0"],
    settings: () => ({}),
    names: "--workers",
    cause: /"0"/,
    nextStep: /from 1 to.*auto/
  },
  ...["--workers=2", "--take-over"].map((option) => ({
    name: `${option} without PostgreSQL`,
    arguments: ["serve", option],
    settings: () => ({}),
    names: option.replace(/=.*/, ""),
    cause: /embedded/,
    nextStep: /DATABASE_URL/
  })),
  {
    name: "a move without a target",
    arguments: ["move"],
    settings: () => ({}),
    names: "--to",
    cause: /missing/,
    nextStep: /--to-file.*MOVE_TO/
  },
  {
    name: "a file with the target that is not there",
    arguments: ["move", "--to-file", "/nowhere/target"],
    settings: () => ({}),
    names: "--to-file",
    cause: /there is no \/nowhere\/target/,
    nextStep: /Correct the path/
  },
  {
    name: "a missing catalogue file",
    arguments: ["catalogue", "import", "off-jsonl", "/nowhere/products.jsonl"],
    settings: () => ({}),
    names: "/nowhere/products.jsonl",
    cause: /no such file/,
    nextStep: /path/
  }
]
