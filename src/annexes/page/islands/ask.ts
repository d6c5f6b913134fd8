/** A button that calls `press`. */
export const buttonOf = (text: string, kind: "quiet" | "danger" | "", press: () => void): HTMLButtonElement => {
  const button = document.createElement("button")
  button.type = "button"
  button.className = kind
  button.textContent = text
  button.addEventListener("click", press)
  return button
}

/** An element with a text. */
export const textOf = (tag: string, text: string, className = ""): HTMLElement => {
  const element = document.createElement(tag)
  element.textContent = text
  if (className !== "") element.className = className
  return element
}

/** Asks a question above the page. Returns whether it was answered with `yes`. */
export const ask = (question: string, yes: string, no: string): Promise<boolean> =>
  new Promise((resolve) => {
    const dialog = document.createElement("dialog")
    const text = textOf("p", question)
    text.id = "question"
    dialog.setAttribute("aria-labelledby", text.id)
    const buttons = textOf("div", "", "buttons")
    const end = (answer: boolean) => dialog.close(answer ? "yes" : "")
    buttons.append(
      buttonOf(no, "quiet", () => end(false)),
      buttonOf(yes, "danger", () => end(true))
    )
    dialog.append(text, buttons)
    dialog.addEventListener("close", () => {
      dialog.remove()
      resolve(dialog.returnValue === "yes")
    })
    document.body.append(dialog)
    dialog.showModal()
  })

let place: HTMLElement | undefined

/** Shows a message at the top of the page, replacing the previous one. */
export const say = (text: string, ...more: ReadonlyArray<Node>): void => {
  if (place === undefined) {
    place = textOf("p", "", "notice")
    place.setAttribute("role", "status")
    document.querySelector("main")?.prepend(place)
  }
  place.replaceChildren(text, ...more)
}
