/** @jsxImportSource hono/jsx */
import type { ActivityDay } from "../../../values/activity-day.ts"
import { barcodeOf, printedBarcode } from "../../../values/barcode.ts"
import { number } from "../../../values/charts/format.ts"
import { Form, type FormState } from "../frame/form.tsx"
import { KEY_FIELD, keyOf, ofRow } from "../frame/inputs.ts"
import type { OutputOf } from "../frame/page.ts"
import type { Scanning } from "../scanning/scanning.ts"
import { MEALS, type Meal } from "../trends/figures.tsx"
import { askedAmountOf, askedIn } from "./asked.ts"
import { diaryAddress } from "./diary-address.ts"
import {
  AmountFields,
  amountInWords,
  amountOf,
  amountValue,
  firstAmountOf,
  portionValues,
  saidAmountOf
} from "./diary-amount.tsx"
import type { ShownEntry } from "./diary-entry.tsx"
import { idFieldOf } from "./diary-fields.ts"
import { isDigits, NothingFound } from "./diary-nothing.tsx"
import { FoodLine } from "./food-line.tsx"

type Food = OutputOf<"search_foods">["foods"][number]

/** The result of a search. */
export interface FoodSearch {
  /** Empty for a list of the user's own. */
  readonly query: string
  /** What is listed without a query. */
  readonly kind: "custom_food" | "saved_meal" | undefined
  readonly foods: ReadonlyArray<Food>
  readonly searchedFor?: string
  /** Words of the query that no food has. */
  readonly leftOut?: ReadonlyArray<string>
  /** Why nothing was searched. */
  readonly fault: string | undefined
}

/** Where something is logged, and by which form. */
export interface Logging {
  readonly state: FormState
  readonly meal: Meal
  readonly day: ActivityDay
  readonly to: string
}

/** The id of the field in which one searches for a food. */
export const FOOD_WORDS = "food-words"

/** The search for foods to log on a day. With a script it answers while one types; without, its results are a page. */
export const SearchForm = ({
  day,
  meal,
  query,
  scanning: { reader, wasm, asks }
}: Pick<Logging, "day" | "meal"> & { readonly query: string | undefined; readonly scanning: Scanning }) => (
  <search>
    <form method="get" action="/app/diary" class="find" data-find>
      <input type="hidden" name="date" value={day} />
      <input type="hidden" name="meal" value={meal} />
      <label for={FOOD_WORDS} class="unseen">
        Food
      </label>
      <input
        id={FOOD_WORDS}
        type="search"
        name="q"
        value={query ?? ""}
        placeholder="Search for a food"
        required
        autocomplete="off"
        enterkeyhint="search"
      />
      <button type="submit">Search</button>
      <button
        type="button"
        class="quiet"
        hidden
        aria-label="Scan a barcode"
        data-scan={reader}
        data-wasm={wasm}
        data-asks={asks ?? ""}
      >
        Scan
      </button>
    </form>
  </search>
)

/** Most household measures that get their own button. */
const MOST_BUTTONS = 3

/** Opening one result closes the others. */
const TOGETHER = { name: "found" }

/** The amount that was searched for, else that of last time; undefined if there is neither. */
const offeredOf = (food: Food, asked: number | undefined, last: ShownEntry | undefined, query: string) =>
  asked !== undefined
    ? askedAmountOf(food, asked, query)
    : last === undefined
      ? undefined
      : last.said === undefined
        ? amountOf(food, last.servings)
        : saidAmountOf(food, last.said, last.servings)

/** The form that logs a food in the amount that was searched for, that of last time, or any other. */
const LogForm = ({
  food,
  asked,
  last,
  query,
  state,
  meal,
  day,
  to
}: Logging & {
  readonly food: Food
  /** How many servings were searched for. */
  readonly asked: number | undefined
  readonly last: ShownEntry | undefined
  readonly query: string
}) => {
  const { id, kind, name, serving, perServing, portions = [] } = food
  const portionValue = portionValues(food)
  const kcalOf = ({ size }: { readonly size: number }) => number((perServing.calories * size) / serving.size)
  return (
    <Form
      state={state}
      to={to}
      id={formIdOf(food)}
      className="amount"
      data={{ "data-kcal": String(perServing.calories), "data-offline": name }}
    >
      <input type="hidden" name={idFieldOf[kind]} value={id} />
      <input type="hidden" name="date" value={day} />
      <input type="hidden" name="mealType" value={meal} />
      <input type="hidden" name={KEY_FIELD} value={keyOf(state)} />
      <AmountFields
        state={state}
        food={food}
        amount={offeredOf(food, asked, last, query) ?? firstAmountOf(food)}
        said={last?.said}
        row={id}
      />
      <button type="submit" aria-label={`Log ${name}`}>
        Log
      </button>
      <output class="soft" />
      {portions.slice(0, MOST_BUTTONS).map((portion) => (
        <button
          type="submit"
          class="quiet"
          name="portion"
          value={portionValue(portion)}
          aria-label={`Log ${portion.text} ${kcalOf(portion)} kcal of ${name}`}
        >
          {portion.text} <small>{kcalOf(portion)} kcal</small>
        </button>
      ))}
    </Form>
  )
}

const formIdOf = ({ kind, id }: Food): string => `log-${kind}-${id}`

/** A result on one row, with a button that logs its usual amount. A tap on the row opens the form for other amounts. */
const FoundFood = ({
  isOpen,
  ...logging
}: Parameters<typeof LogForm>[0] & {
  readonly isOpen: boolean
}) => {
  const { food, asked, last, query } = logging
  const { name, brandName, description, source, serving, perServing } = food
  const servings = asked ?? last?.servings ?? 1
  const offered = offeredOf(food, asked, last, query) ?? amountOf(food, 1)
  const amount = amountInWords(food, offered)
  const kcal = number(perServing.calories * servings)
  return (
    <li>
      <details open={isOpen} {...TOGETHER}>
        <summary>
          <FoodLine
            name={name}
            brand={brandName}
            isLately={last !== undefined}
            amount={amount}
            kcal={perServing.calories * servings}
          />
        </summary>
        <p class="soft">
          {serving.text ?? "1 serving"} ({number(serving.size, 1)} {serving.unit}): {number(perServing.calories)} kcal,{" "}
          {number(perServing.protein, 1)} g protein, {number(perServing.carbs, 1)} g carbs, {number(perServing.fat, 1)}{" "}
          g fat
        </p>
        {source === undefined ? null : <p class="soft">Source: {source}</p>}
        {description === undefined ? null : <p class="soft">USDA: {description}</p>}
        <LogForm {...logging} />
      </details>
      <button
        type="submit"
        form={formIdOf(food)}
        name="portion"
        value={amountValue(food, offered, servings)}
        class="quiet beside add"
        aria-label={`Log ${name}, ${amount}, ${kcal} kcal`}
      >
        <span class="unseen">{amount}</span>
      </button>
    </li>
  )
}

const sameFood = (food: Food, { food: eaten }: ShownEntry): boolean => eaten.kind === food.kind && eaten.id === food.id

/** Says that what was found lacks words of the query. */
export const Closest = ({ leftOut }: { readonly leftOut: ReadonlyArray<string> }) => (
  <p class="soft" data-closest>
    No food has {leftOut.map((word) => `“${word}”`).join(" and ")}. The closest:
  </p>
)

/** Search results, each with a form that logs it. The user's own foods, and those eaten recently, come first. */
export const Found = ({
  search,
  recent,
  most,
  ...logging
}: Logging & {
  readonly search: FoodSearch
  readonly recent: ReadonlyArray<ShownEntry>
  /** Most foods shown. */
  readonly most: number
}) => {
  const { query, foods, searchedFor, leftOut, fault } = search
  const askedOf = askedIn(query)
  const known = foods.map((food) => ({
    food,
    asked: askedOf(food),
    last: recent.find((entry) => sameFood(food, entry))
  }))
  const isFirst = ({ food, last }: (typeof known)[number]) => last !== undefined || food.kind !== "food"
  const ordered = [...known.filter(isFirst), ...known.filter((each) => !isFirst(each))].slice(0, most)
  const stateOf = ({ kind, id }: Food) => ofRow(logging.state, idFieldOf[kind], id)
  const refused = ordered.find(({ food }) => stateOf(food) === logging.state && logging.state.faults.size > 0)
  const open = refused ?? (query === "" || leftOut !== undefined ? undefined : ordered[0])
  const isNothing = foods.length === 0 && fault === undefined
  const barcode = barcodeOf(query)
  const hasDigits = isDigits(query)
  const making = {
    make: hasDigits ? "" : query,
    ...(barcode === undefined ? {} : { barcode: printedBarcode(barcode) })
  }
  return (
    <div id="found" data-found>
      {fault === undefined ? null : (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {isNothing ? (
        <NothingFound search={search} meal={logging.meal} day={logging.day} />
      ) : leftOut !== undefined ? (
        <Closest leftOut={leftOut} />
      ) : searchedFor === undefined ? null : (
        <p class="soft">Searched for {searchedFor}.</p>
      )}
      <ul class="rows entries">
        {ordered.map((each) => (
          <FoundFood {...logging} {...each} query={query} state={stateOf(each.food)} isOpen={each === open} />
        ))}
      </ul>
      {query === "" ? null : (
        <p>
          <a
            class={isNothing ? "button" : "button quiet"}
            href={diaryAddress(logging.day, { meal: logging.meal, ...making })}
          >
            {hasDigits ? "Make a new food" : `Make “${query}”`}
          </a>{" "}
          <span class="soft">and log it to {MEALS[logging.meal].toLowerCase()}, from its label</span>
        </p>
      )}
    </div>
  )
}
