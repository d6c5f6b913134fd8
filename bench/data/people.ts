/** The users of a benchmark's database. They are the same on every run, so their tokens need not be stored. */
export interface BenchUser {
  readonly userId: string
  readonly tokenId: string
  readonly token: string
  readonly tokenHash: string
}

const sha256 = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest("hex")

export const benchUser = (index: number): BenchUser => {
  const random = sha256(`fettle bench ${index}`)
  const owner = random.slice(0, 16)
  const body = `fettle_test_${owner}${random.slice(16, 48)}`
  const token = `${body}_${Bun.hash.crc32(body).toString(36).padStart(7, "0")}`
  return {
    userId: `usr_${owner}`,
    tokenId: `tok_${owner}${random.slice(48, 56)}`,
    token,
    tokenHash: sha256(token)
  }
}

export const benchUsers = (count: number): ReadonlyArray<BenchUser> =>
  Array.from({ length: count }, (_, i) => benchUser(i))
