import { shippedFoods } from "../../../src/features/foods/shipped.ts"
import { once } from "../../../src/values/once.ts"

interface Food {
  readonly id: string
  readonly name: string
  readonly brandName?: string | null
}

const written = (text: string, brandName: string | null | undefined): string =>
  `${text}${brandName ? ` [${brandName}]` : ""}`.toLowerCase()

/** What the sources say of each shipped food: its description, and those of the foods that it stands for. */
const described = once(() => {
  const texts = new Map<string, ReadonlyArray<string>>()
  for (const { id, name, brandName, description, sameAs } of shippedFoods()) {
    const text = written(description ?? name, brandName)
    for (const each of sameAs == null ? [id] : [id, sameAs]) texts.set(each, [...(texts.get(each) ?? []), text])
  }
  return texts
})

/** The texts by which a food is judged, in lower case as `name [brand]`, so that a new name changes no judgement. */
export const textsOf = ({ id, name, brandName }: Food): ReadonlyArray<string> => [
  written(name, brandName),
  ...(described().get(id) ?? [])
]
