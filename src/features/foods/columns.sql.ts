/** The columns of details in `foods`, `custom_foods` and `diary_entries`, named like the fields of Nutrition. */
export const DETAIL_COLUMNS = `fiber, sugars, saturated_fat AS "saturatedFat", sodium`

/** The columns that `foods` and `custom_foods` share, named like the fields of a MeasuredFood. */
export const MEASURED_FOOD_COLUMNS = `food_id AS id, name, brand_name AS "brandName", serving_size AS "servingSize",
  serving_unit AS "servingUnit", serving_text AS "servingText", calories, protein, carbs, fat, alcohol, ${DETAIL_COLUMNS}`
