ALTER TABLE custom_foods
  -- A recipe's items, with the values it was computed from: makesServings, and items of foodKind, foodId, name and
  -- servings. Null if the food is not a recipe.
  ADD COLUMN recipe json;
