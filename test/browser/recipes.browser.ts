import { expect, test } from "bun:test"
import { violationsInBothSchemes } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { shoot } from "./screenshots.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

for (const javaScriptEnabled of [true, false])
  test(`a recipe is made in grams, changed, and logged${javaScriptEnabled ? "" : ", without scripts"}`, async () => {
    await using browser = await openBrowser({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      javaScriptEnabled
    })
    const { page, faults } = await service.openPage(browser.context)
    await service.signIn(page, await service.newPerson())
    await page.goto(`${service.baseUrl}/app/settings/recipes`)
    await page.getByLabel("Name of the recipe").fill("Pancakes")
    await page.getByLabel("First food").fill("egg raw")
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Find foods" }).tap()
    await page.getByText("Egg, raw").first().tap()
    const first = page.locator("details[open]")
    await first.getByRole("textbox", { name: "Amount" }).fill("130")
    if (javaScriptEnabled) expect(await first.locator("output").textContent()).toBe("186 kcal")
    await first.getByRole("button", { name: /^Begin with this amount/ }).tap()
    await page.getByText("The recipe is saved.").waitFor()
    expect(await page.locator(".entries small").allTextContents()).toEqual(["130 g"])

    await page.getByLabel("Another food").fill("milk whole")
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Find foods" }).tap()
    const milk = page.getByRole("button", { name: /^Add Milk, whole/ }).first()
    await milk.waitFor()
    if (javaScriptEnabled) {
      expect(await violationsInBothSchemes(page)).toEqual([])
      await shoot(page, "recipe-found")
    }
    await milk.tap()
    await page.getByText("The recipe is changed.").waitFor()
    // With scripts, the next food is typed without a tap, and its amount with it.
    if (javaScriptEnabled) {
      await page.keyboard.type("30 g butter")
      await page.getByRole("button", { name: "Add Butter, 30 g", exact: true }).tap()
      await page.getByText("30 g", { exact: true }).waitFor()
      await page.getByText("Butter", { exact: true }).first().tap()
      await page.getByRole("button", { name: "Remove Butter" }).tap()
      await page.getByText("30 g", { exact: true }).waitFor({ state: "detached" })
    }
    await page
      .getByText(/^Milk, whole/)
      .first()
      .tap()
    const opened = page.locator("details[open]")
    await opened.getByLabel("Unit").selectOption({ label: "g" })
    await opened.getByRole("textbox", { name: "Amount" }).fill("122")
    await opened.getByRole("button", { name: /^Change the amount of Milk/ }).tap()
    await page.getByText("122 g", { exact: true }).waitFor()
    if (javaScriptEnabled) await shoot(page, "recipe")
    await page.getByLabel("Servings").fill("2")
    await page.getByRole("button", { name: "Save", exact: true }).tap()
    await page.getByText("1 serving, 126 g").waitFor()

    await page.getByRole("button", { name: /^Log one serving to / }).tap()
    await page.getByText("The food is logged.").waitFor()
    expect(faults).toEqual([])
  }, 90_000)
