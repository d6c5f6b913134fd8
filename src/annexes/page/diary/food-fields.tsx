/** @jsxImportSource hono/jsx */
import { Schema } from "effect"
import { present } from "../../../contract/fields.ts"
import { withFaultsOf } from "../frame/faults.ts"
import { type FormState, SelectField, TextField } from "../frame/form.tsx"
import { Given, quantityText, textOf } from "../frame/inputs.ts"
import { UNCLEAR } from "../frame/typed-number.ts"
import { quantityFault, typedQuantity } from "../frame/typed-quantity.ts"

/** The content of a food's label. */
export interface Label {
  readonly name?: string
  readonly brandName?: string
  readonly barcode?: string
  /** Whether the values are per serving, or per 100 g or ml. */
  readonly of?: "serving" | "hundred"
  readonly servingSize?: string
  readonly servingSizeUnit?: string
  readonly servingSizeText?: string
  readonly protein?: string
  readonly carbs?: string
  readonly fat?: string
  readonly alcohol?: string
  readonly fiber?: string
  readonly sugars?: string
  readonly saturatedFat?: string
  readonly sodium?: string
}

const Optional = present(Given)
const InGrams = quantityText("grams", "g")
const Grams = Schema.optionalWith(InGrams, { default: () => 0 })

const IfKnown = present(InGrams)

const sizeOf = (text: string) => typedQuantity(text, "dish", "")

/** A size as typed, which may be followed by a unit: 30 g, or 8 fl oz. */
const SizeText = Schema.String.pipe(
  Schema.filter((text) => sizeOf(text) !== undefined, { message: () => quantityFault(undefined, "dish") }),
  Schema.filter((text) => sizeOf(text) !== "unclear", { message: () => UNCLEAR })
)

/** The fields of a food, by the operation's names, so that faults are shown beside them. */
export const labelFields = {
  name: Given,
  brandName: Optional,
  barcode: Optional,
  of: Schema.Literal("serving", "hundred"),
  servingSize: SizeText,
  servingSizeUnit: Schema.Literal("g", "ml"),
  servingSizeText: Optional,
  protein: Grams,
  carbs: Grams,
  fat: Grams,
  alcohol: Grams,
  fiber: IfKnown,
  sugars: IfKnown,
  saturatedFat: IfKnown,
  sodium: present(quantityText("milligrams", "mg"))
}

/** A label as input of the operation. A unit that was typed after the size goes before the one beside it. */
export const labelOf = ({ of, servingSize, servingSizeUnit, ...label }: Schema.Struct.Type<typeof labelFields>) => {
  const size = sizeOf(servingSize)
  const { value, unit } = typeof size === "object" ? size : { value: Number.NaN, unit: "" }
  return {
    ...label,
    servingSize: value,
    servingSizeUnit: unit === "g" || unit === "ml" ? unit : servingSizeUnit,
    perServing: of === "serving"
  }
}

/** The fault of several nutrients together is shown once, beside the first. */
export const ofLabel = withFaultsOf((fault) =>
  fault.rule.is === "too much" && fault.rule.together !== undefined && fault.rule.together[0] !== fault.field
    ? undefined
    : fault
)

const NUTRIENTS = [
  ["protein", "Protein, g"],
  ["carbs", "Carbs, g"],
  ["fat", "Fat, g"],
  ["alcohol", "Alcohol, g"]
] as const

const MORE = [
  ["fiber", "Fibre, g"],
  ["sugars", "Sugars, g"],
  ["saturatedFat", "Saturated fat, g"],
  ["sodium", "Sodium, mg"]
] as const

/** A field for each of these nutrients. */
const NutrientFields = ({
  state,
  label,
  nutrients
}: {
  readonly state: FormState
  readonly label: Label
  readonly nutrients: typeof NUTRIENTS | typeof MORE
}) => (
  <div class="row">
    {nutrients.map(([name, text]) => (
      <TextField
        state={state}
        name={name}
        label={text}
        value={label[name] ?? ""}
        inputmode="decimal"
        {...(name === "sodium" ? { measured: "milligrams", unit: "mg" } : { measured: "grams", unit: "g" })}
      />
    ))}
  </div>
)

/** Values that not every label has, folded until one is given. What stays blank is unknown. */
const MoreFields = ({ state, label }: { readonly state: FormState; readonly label: Label }) => (
  <details
    open={MORE.some(
      ([name]) => label[name] !== undefined || textOf(state.values, name) !== undefined || state.faults.has(name)
    )}
  >
    <summary>Fibre, sugars, saturated fat, sodium</summary>
    <NutrientFields state={state} label={label} nutrients={MORE} />
    <p class="soft">Leave blank what the label does not say. 1 g of salt has 393 mg of sodium.</p>
  </details>
)

/** Fields for a food's label. A script shows the kcal. */
export const LabelFields = ({ state, label = {} }: { readonly state: FormState; readonly label?: Label }) => (
  <>
    <TextField state={state} name="name" label="Name" value={label.name ?? ""} required />
    <TextField state={state} name="brandName" label="Brand" hint="If it has one." value={label.brandName ?? ""} />
    <div class="row">
      <TextField
        state={state}
        name="servingSize"
        label="One serving is"
        value={label.servingSize ?? "100"}
        inputmode="decimal"
        measured="dish"
        required
      />
      <SelectField
        state={state}
        name="servingSizeUnit"
        label="Unit"
        value={label.servingSizeUnit ?? "g"}
        options={[
          ["g", "g"],
          ["ml", "ml"]
        ]}
      />
      <TextField state={state} name="servingSizeText" label="Called" value={label.servingSizeText ?? ""} />
    </div>
    <SelectField
      state={state}
      name="of"
      label="The values are for"
      value={label.of ?? "hundred"}
      options={[
        ["hundred", "100 g or ml"],
        ["serving", "1 serving"]
      ]}
    />
    <NutrientFields state={state} label={label} nutrients={NUTRIENTS} />
    <MoreFields state={state} label={label} />
    <TextField
      state={state}
      name="barcode"
      label="Barcode"
      hint="With it, the next scan finds this food."
      value={label.barcode ?? ""}
      inputmode="numeric"
    />
    <p class="soft">
      Calories are calculated from these. <output data-label-kcal />
    </p>
  </>
)
