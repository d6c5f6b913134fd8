ALTER TABLE custom_foods
  -- What a recipe is made of, as its values were computed: makesServings, and items of foodKind, foodId, name and servings. Null if the
  -- food is no recipe.
  ADD COLUMN recipe json;
