import { expect, test } from "bun:test"
import { violationsButOfColours } from "./axe.ts"
import { openBrowser } from "./chromium.ts"
import { somebody } from "./habits.ts"
import { sharedService } from "./service.ts"

const service = await sharedService()

test.each([[true], [false]])(
  "on a phone, a long workout is deleted after a question, and brought back from another page (scripts: %p)",
  async (javaScriptEnabled) => {
    await using browser = await openBrowser({ viewport: { width: 320, height: 640 }, javaScriptEnabled })
    const { page, faults } = await service.openPage(browser.context)
    const { id, fettle } = await somebody(service)
    const { workout } = await fettle.log_workout({
      name: "Full body",
      exercises: ["Barbell Squat", "Barbell Deadlift", "Push-Up", "Pull-Up"].map((name) => ({
        name,
        sets: [{ reps: 5 }]
      }))
    })
    await service.signIn(page, id)
    await page.goto(`${service.baseUrl}/app/workout?id=${workout.id}`)
    await page.getByRole("button", { name: "Delete Full body" }).click()
    await page.getByText("Delete Full body, with 4 exercises and 4 sets?").waitFor()
    await page.getByRole("link", { name: "Keep it" }).click()
    await page.getByRole("button", { name: "Delete Full body" }).click()
    await page.getByRole("button", { name: "Delete it" }).click()
    await page.getByText("Full body is deleted.").waitFor()
    for (const path of ["", "/diary", "/trends", "/settings", "/goals"]) {
      await page.goto(`${service.baseUrl}/app${path}`)
      await page.getByText("Full body is deleted.").waitFor()
      const wide = Number(await page.evaluate("document.documentElement.scrollWidth"))
      expect([path, wide <= 320]).toEqual([path, true])
    }
    if (javaScriptEnabled) expect(await violationsButOfColours(page)).toEqual([])
    await page.getByRole("button", { name: "Undo", exact: true }).click()
    await page.getByText("The workout is back.").waitFor()
    await page.getByText("1 in all").waitFor()
    expect(await page.getByText("is deleted.").count()).toBe(0)

    await page.goto(`${service.baseUrl}/app`)
    await page.getByRole("textbox", { name: "Weight (kg)" }).first().fill("80")
    await page.getByRole("textbox", { name: "Weight (kg)" }).first().press("Enter")
    await page.getByText("Weight 80 kg is saved.").waitFor()
    await page.goto(`${service.baseUrl}/app/diary`)
    await page.getByRole("button", { name: "Dismiss this message" }).click()
    await page.waitForURL(/\/app\/diary/)
    expect(await page.getByText("Weight 80 kg is saved.").count()).toBe(0)
    expect(faults).toEqual([])
  },
  120_000
)
