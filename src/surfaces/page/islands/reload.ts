/** Reloads the page every two seconds while an import is running. */
export const attachReload = (): void => {
  const address = document.querySelector<HTMLElement>("[data-running]")?.dataset.running
  if (address !== undefined) setTimeout(() => location.replace(address), 2000)
}
