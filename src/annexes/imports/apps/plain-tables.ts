import { activityRow } from "../formats/activities/activity-row.ts"
import { dayTitles } from "../formats/day-titles.ts"
import type { TableKind } from "../formats/table.ts"

/** Fettle's own table of foods, as in its archive: `date,meal,food,calories_kcal`, with macros if they are known. */
export const plainFoods: TableKind = {
  source: "csv",
  matches: (header) => header.has("date", "food", "calories_kcal"),
  required: (header) => [header.find("date"), header.find("food")],
  date: (header) => header.find("date"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      date: "date",
      time: "time",
      meal: "meal",
      food: "food",
      brand: "brand",
      servings: "servings",
      serving: ["serving", "amount"],
      calories: "calories_kcal",
      protein: "protein_g",
      carbs: "carbs_g",
      fat: "fat_g",
      alcohol: "alcohol_g",
      notes: "notes"
    })
    return {
      row: (cells, place) => {
        const at = moments.readDay(cells.text(column.date), cells.text(column.time))
        if (at === null) cells.refuse(`"${cells.text(column.date).slice(0, 40)}" is not a date`)
        const name = cells.text(column.food)
        if (name === "") cells.refuse("it names no food")
        const nutrition = {
          calories: cells.number(column.calories),
          protein: cells.number(column.protein),
          carbs: cells.number(column.carbs),
          fat: cells.number(column.fat),
          alcohol: cells.number(column.alcohol)
        }
        if (!cells.areRead(emit, place) || at === null) return
        const [servings, serving] = [cells.text(column.servings), cells.text(column.serving)]
        emit.push({
          _tag: "Eaten",
          place,
          rows: 1,
          at,
          meal: cells.text(column.meal) || null,
          name,
          brand: cells.text(column.brand) || null,
          amount: [servings, serving].filter((part) => part !== "").join(" × ") || null,
          nutrition,
          notes: cells.text(column.notes) || null
        })
      }
    }
  }
}

const SECONDS_PER_MINUTE = 60
const METRES_PER_KILOMETRE = 1000

/** Fettle's own table of sessions: `date,exercise,duration_min`, with a time, a distance and energy if they are known. */
export const plainSessions: TableKind = {
  source: "csv",
  matches: (header) => header.has("date", "exercise", "duration_min"),
  required: (header) => [header.find("date"), header.find("exercise")],
  date: (header) => header.find("date"),
  read: ({ header, moments, emit }) => {
    const column = header.places({
      date: "date",
      time: "time",
      title: ["name", "title"],
      exercise: "exercise",
      minutes: "duration_min",
      distance: "distance_km",
      calories: "calories_kcal",
      notes: "notes"
    })
    const titleOf = dayTitles()
    return {
      row: (cells, place) => {
        const start = moments.readDay(cells.text(column.date), cells.text(column.time))
        if (start === null) cells.refuse(`"${cells.text(column.date).slice(0, 40)}" is not a date`)
        const type = cells.text(column.exercise)
        if (type === "") cells.refuse("it names no exercise")
        const minutes = cells.positive(column.minutes)
        const distance = cells.positive(column.distance)
        const calories = cells.positive(column.calories)
        if (!cells.areRead(emit, place) || start === null) return
        emit.push(
          activityRow(place, {
            type,
            title: titleOf(cells.text(column.title) || type, start),
            start,
            durationSeconds: minutes === null ? null : minutes * SECONDS_PER_MINUTE,
            distanceMeters: distance === null ? null : distance * METRES_PER_KILOMETRE,
            calories,
            notes: cells.text(column.notes) || null
          })
        )
      }
    }
  }
}
