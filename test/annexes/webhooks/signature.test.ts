import { expect, test } from "bun:test"
import fc from "fast-check"
import { Webhook as Verifier } from "standardwebhooks"
import { newSecret, signedHeaders } from "../../../src/annexes/webhooks/signature.ts"

test("signs the published vector as Standard Webhooks does", () => {
  const headers = signedHeaders(
    { messageId: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' },
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    1_614_265_330_000
  )
  expect(headers).toEqual({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
  })
})

test("signs any body so that the library of Standard Webhooks verifies it, with each of two keys", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const body = JSON.stringify({ text })
      const [one, other] = [newSecret(), newSecret()]
      const headers = signedHeaders({ messageId: "msg_1", body }, [one, other], Date.now())
      for (const secret of [one, other]) expect(new Verifier(secret).verify(body, headers)).toEqual({ text })
      expect(() => new Verifier(newSecret()).verify(body, headers)).toThrow("No matching signature found")
    })
  )
})

test("keys have 32 bytes, and are never the same", () => {
  const keys = Array.from({ length: 100 }, newSecret)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) {
    expect(key).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(Buffer.from(key.slice(6), "base64")).toHaveLength(32)
  }
})
