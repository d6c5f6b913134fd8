import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { databaseServers } from "../../src/values/database-url.ts"

describe("a database URL", () => {
  test("names one server, which does not change", () => {
    expect(databaseServers("postgres://fettle:p%40ss@db:5433/fettle?sslmode=require")).toEqual({
      urls: ["postgres://fettle:p%40ss@db:5433/fettle?sslmode=require"],
      hosts: "db:5433",
      database: "fettle",
      mayChange: false
    })
  })

  test("names several servers, each with the user, the password and the database", () => {
    expect(databaseServers("postgresql://u:p@a:5432,b:5433,[::1]:5434/fettle?target_session_attrs=read-write")).toEqual(
      {
        urls: [
          "postgresql://u:p@a:5432/fettle",
          "postgresql://u:p@b:5433/fettle",
          "postgresql://u:p@[::1]:5434/fettle"
        ],
        hosts: "a:5432,b:5433,[::1]:5434",
        database: "fettle",
        mayChange: true
      }
    )
  })

  test.each(["read-write", "primary"])(
    "with target_session_attrs=%s, one address may lead to changing servers",
    (target) => {
      const servers = databaseServers(`postgres://db/fettle?sslmode=require&target_session_attrs=${target}`)
      expect(servers).toMatchObject({ urls: ["postgres://db/fettle?sslmode=require"], mayChange: true })
    }
  )

  test.each([
    "",
    "db:5432/fettle",
    "http://db:5432/fettle",
    "postgres://",
    "postgres:///fettle",
    "postgres://a,,b/fettle",
    "postgres://a:port/fettle",
    "postgres://a,b:99999/fettle",
    "postgres://db/fettle?target_session_attrs=read-only",
    "postgres://u:p/w@db/fettle",
    "postgres://db/fettle#x"
  ])("%p is invalid", (text) => {
    expect(databaseServers(text)).toBeUndefined()
  })

  test("gives readable URLs, whatever is written", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `postgres://${text}`)
        ),
        (text) => {
          for (const url of databaseServers(text)?.urls ?? []) expect(URL.canParse(url)).toBe(true)
        }
      )
    )
  })
})
