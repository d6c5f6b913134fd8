import { afterAll, beforeAll, expect, test } from "bun:test"
import { anyDatabase } from "../../faults/servers.ts"
import { fettle, freePort } from "../../support/process.ts"

const SLOW = 60_000

let database: Awaited<ReturnType<typeof anyDatabase>>
beforeAll(async () => {
  database = await anyDatabase()
}, SLOW)
afterAll(() => database[Symbol.asyncDispose]())

const command = async (...args: ReadonlyArray<string>) =>
  fettle({ ...database.settings, PORT: await freePort(), WEBHOOKS_PRIVATE: "on" }, ...args)

const newUser = async (name: string) =>
  String(JSON.parse((await command("user", "create", "--name", name, "--timezone", "UTC", "--json")).stdout).userId)

test(
  "fettle webhook adds, lists, rotates, resumes and removes webhooks of one user",
  async () => {
    const [ada, grace] = [await newUser("Ada"), await newUser("Grace")]
    const url = "http://127.0.0.1:9/hook"
    const added = await command(
      ...[
        "webhook",
        "add",
        "--user",
        ada,
        "--url",
        url,
        "--event",
        "food.logged",
        "--event",
        "goal.completed",
        "--json"
      ]
    )
    expect([added.exitCode, added.stderr]).toEqual([0, ""])
    const { webhookId, secret, ...rest } = JSON.parse(added.stdout)
    expect(rest).toEqual({})
    expect(webhookId).toMatch(/^hook_[0-9a-z]{24}$/)
    expect(secret).toMatch(/^whsec_/)
    const list = async (user: string) =>
      JSON.parse((await command("webhook", "list", "--user", user, "--json")).stdout).webhooks
    const listed = await list(ada)
    expect(listed).toEqual([
      {
        webhookId,
        url,
        events: ["food.logged", "goal.completed"],
        state: "open",
        failingSince: null,
        waiting: 0,
        dropped: 0,
        createdAt: expect.any(String)
      }
    ])
    expect(JSON.stringify(listed)).not.toContain(secret)
    expect(await list(grace)).toEqual([])
    const rotated = await command("webhook", "rotate", webhookId, "--json")
    expect(JSON.parse(rotated.stdout)).toEqual({
      webhookId,
      secret: expect.stringMatching(/^whsec_/),
      oldSecretUntil: expect.any(String)
    })
    expect(JSON.parse(rotated.stdout).secret).not.toBe(secret)
    expect(JSON.parse((await command("webhook", "resume", webhookId, "--json")).stdout)).toEqual({
      webhookId,
      resumed: true
    })
    const user = JSON.parse((await command("user", "show", ada, "--json")).stdout)
    expect(user.hasListeners).toBeUndefined()
    expect(JSON.parse((await command("webhook", "remove", webhookId, "--json")).stdout)).toEqual({
      webhookId,
      removed: true
    })
    expect(await list(ada)).toEqual([])
  },
  SLOW
)

test(
  "fettle webhook says what is wrong",
  async () => {
    const ada = await newUser("Ada")
    const refused = async (...args: ReadonlyArray<string>) => {
      const { exitCode, stdout, stderr } = await command("webhook", ...args)
      expect(stdout).toBe("")
      return [exitCode, stderr.trim()] as const
    }
    expect(await refused("add", "--user", ada, "--url", "ftp://example.com")).toEqual([
      1,
      expect.stringContaining("must be an https URL")
    ])
    expect(await refused("add", "--user", ada, "--url", "http://169.254.169.254/")).toEqual([
      1,
      expect.stringContaining("must begin with https")
    ])
    expect((await refused("add", "--user", ada, "--url", "https://a.example", "--event", "all"))[0]).toBe(2)
    for (const name of ["rotate", "resume", "remove"]) {
      expect(await refused(name, `hook_${ada.slice(4)}00000000`)).toEqual([1, expect.stringContaining("no webhook")])
      expect(await refused(name, "nonsense")).toEqual([1, expect.stringContaining("no webhook nonsense")])
    }
    for (let count = 0; count < 5; count += 1)
      expect((await command("webhook", "add", "--user", ada, "--url", `http://127.0.0.1:9/${count}`)).exitCode).toBe(0)
    expect(await refused("add", "--user", ada, "--url", "http://127.0.0.1:9/6")).toEqual([
      1,
      expect.stringContaining("may have 5 webhooks")
    ])
  },
  SLOW
)
