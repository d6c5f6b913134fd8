/** @jsxImportSource hono/jsx */
import { Effect, Schema } from "effect"
import { CustomFoodStore } from "../../../features/custom-foods/store.ts"
import { number } from "../../../values/charts/format.ts"
import { LabelFields, labelFields, labelOf, ofLabel } from "../diary/food-fields.tsx"
import { Form } from "../frame/form.tsx"
import { Given, KEY_FIELD, keyOf, parameterOf } from "../frame/inputs.ts"
import { action, type Page } from "../frame/page.ts"
import { restoring } from "../frame/undoing.tsx"
import { redirect } from "../frame/view.ts"
import { FOODS_PATH, foodPath } from "./paths.ts"

/** How many foods a page of the list shows. */
const MOST = 100

/** The list of the user's own foods. */
export const foodsPage = Effect.gen(function* () {
  const store = yield* CustomFoodStore
  const page: Page = {
    path: FOODS_PATH,
    setting: { label: "Foods", about: "Foods of your own, from their labels." },
    messages: { restored: "The food is back.", created: "The food is saved." },
    show: Effect.fnUntraced(function* (visit) {
      const { user, query, form } = visit
      const foods = yield* store.measured(user.id)
      const skip = Math.max(0, Math.trunc(Number(parameterOf(query, "skip") ?? "")) || 0)
      const state = form("create")
      return {
        title: "Foods",
        content: (
          <>
            <h1>Foods</h1>
            <section class="card">
              {foods.length === 0 ? <p>There are none yet.</p> : null}
              <ul class="rows">
                {foods.slice(skip, skip + MOST).map(({ id, name, brandName, calories, servingSize, servingUnit }) => (
                  <li>
                    <div>
                      <a href={foodPath(id)}>{name}</a>
                      {brandName === null ? null : <span class="soft"> {brandName}</span>}
                      <span class="hint">
                        {number(servingSize, 1)} {servingUnit}: {number((calories * servingSize) / 100)} kcal
                      </span>
                    </div>
                  </li>
                ))}
              </ul>
              {skip + MOST < foods.length ? <a href={`${FOODS_PATH}?skip=${skip + MOST}`}>More foods</a> : null}
            </section>
            <details class="card" open={Object.keys(state.values).length > 0}>
              <summary>New food</summary>
              <Form state={state} to={FOODS_PATH} data={{ "data-label": "" }}>
                <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
                <LabelFields state={state} />
                <button type="submit">Save</button>
              </Form>
            </details>
          </>
        )
      }
    }),
    actions: {
      restore: restoring(FOODS_PATH),
      create: action(
        Schema.Struct({ ...labelFields, [KEY_FIELD]: Given }),
        ({ call }, { [KEY_FIELD]: key, ...label }) =>
          Effect.as(
            ofLabel(call("save_custom_food", { ...labelOf(label), [KEY_FIELD]: key })),
            redirect(FOODS_PATH, "created")
          )
      )
    }
  }
  return page
})
