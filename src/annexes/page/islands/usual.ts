import { KEY_FIELD, newKey } from "./keys.ts"

const DIARY = "/app/diary"

/** Most foods that Today offers. */
const MOST = 6

/** Names the meal beside the amount, which the diary shows above. */
const nameMeal = (form: HTMLFormElement): void => {
  const meal = form.querySelector<HTMLInputElement>("[name=mealType], [name=toMealType]")?.value
  if (meal !== undefined && form.closest("li") !== null) form.querySelector("small")?.append(`, ${meal}`)
}

/** Offers on Today what the diary offers now, so that a food eaten before is logged by one tap from the first screen. */
export const attachUsual = (): void => {
  const place = document.querySelector<HTMLElement>("[data-usual]")
  if (place === null) return
  const offer = async (): Promise<void> => {
    const answer = await fetch(DIARY)
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    // A page from the device's storage may be of another day.
    if (page.documentElement.dataset.kept !== undefined) return
    const forms = [...page.querySelectorAll<HTMLFormElement>("[data-likely] form")].slice(0, MOST)
    for (const form of forms) {
      nameMeal(form)
      const key = form.querySelector<HTMLInputElement>(`input[name=${KEY_FIELD}]`)
      if (key !== null) key.value = newKey()
    }
    place.replaceChildren(...forms)
  }
  void offer().catch(() => undefined)
}
