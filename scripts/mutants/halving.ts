/** How many are asked at once: one may hide what another does. */
const AT_ONCE = 8

const among = async (
  places: ReadonlyArray<number>,
  passesWith: (places: ReadonlyArray<number>) => Promise<boolean>
): Promise<ReadonlyArray<number>> => {
  if (places.length === 0 || (await passesWith(places))) return []
  if (places.length === 1) return places
  const half = Math.ceil(places.length / 2)
  const found = [...(await among(places.slice(0, half), passesWith)), ...(await among(places.slice(half), passesWith))]
  const others = places.filter((place) => !found.includes(place))
  return found.length === 0 || others.length < 2 ? found : [...found, ...(await among(others, passesWith))]
}

/** Returns which mutants a test fails with: it tries a few at once, and halves those that it fails with until one is left. */
export const thoseThatFail = async (
  places: ReadonlyArray<number>,
  passesWith: (places: ReadonlyArray<number>) => Promise<boolean>
): Promise<ReadonlyArray<number>> => {
  const found: Array<number> = []
  for (let at = 0; at < places.length; at += AT_ONCE)
    found.push(...(await among(places.slice(at, at + AT_ONCE), passesWith)))
  return found
}
