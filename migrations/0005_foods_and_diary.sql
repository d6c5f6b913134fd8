-- Foods: the catalogue, which is everybody's; custom foods and saved meals, which are one user's.
-- Nutrition of foods is per 100 g, or per 100 ml where the serving's unit is ml; calories in kcal, the rest in grams.

CREATE TABLE foods (
  food_id text PRIMARY KEY,
  source text NOT NULL,
  source_id text NOT NULL,
  name text NOT NULL,
  brand_name text,
  serving_size double precision NOT NULL,
  serving_unit text NOT NULL CHECK (serving_unit IN ('g', 'ml')),
  serving_text text,
  calories double precision NOT NULL,
  protein double precision NOT NULL,
  carbs double precision NOT NULL,
  fat double precision NOT NULL,
  alcohol double precision NOT NULL
);

CREATE TABLE custom_foods (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  food_id text NOT NULL,
  name text NOT NULL,
  brand_name text,
  serving_size double precision NOT NULL,
  -- g or ml; foods made elsewhere in the product may have other units of count.
  serving_unit text NOT NULL,
  serving_text text NOT NULL,
  calories double precision NOT NULL,
  protein double precision NOT NULL,
  carbs double precision NOT NULL,
  fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, food_id)
);

CREATE TABLE saved_meals (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  meal_id text NOT NULL,
  name text NOT NULL,
  description text,
  -- How many servings the items together make.
  servings double precision NOT NULL CHECK (servings > 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, meal_id)
);

CREATE TABLE saved_meal_items (
  user_id text NOT NULL,
  meal_id text NOT NULL,
  position integer NOT NULL,
  food_kind text NOT NULL CHECK (food_kind IN ('food', 'custom_food')),
  food_id text NOT NULL,
  servings double precision NOT NULL CHECK (servings > 0),
  PRIMARY KEY (user_id, meal_id, position),
  FOREIGN KEY (user_id, meal_id) REFERENCES saved_meals ON DELETE CASCADE
);

CREATE INDEX saved_meal_items_food ON saved_meal_items (user_id, food_kind, food_id);

-- A diary entry refers to its food, and keeps the name, brand and nutrition of one serving as they were when it was logged.

CREATE TABLE diary_entries (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  entry_id text NOT NULL,
  date date NOT NULL,
  meal_type text NOT NULL CHECK (meal_type IN ('breakfast', 'lunch', 'dinner', 'snack')),
  servings double precision NOT NULL CHECK (servings > 0),
  food_kind text NOT NULL CHECK (food_kind IN ('food', 'custom_food', 'saved_meal')),
  food_id text NOT NULL,
  food_name text NOT NULL,
  brand_name text,
  -- Of one serving.
  calories double precision NOT NULL,
  protein double precision NOT NULL,
  carbs double precision NOT NULL,
  fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, entry_id)
);

CREATE INDEX diary_entries_in_order ON diary_entries (user_id, date, created_at, entry_id);
CREATE INDEX diary_entries_food ON diary_entries (user_id, food_kind, food_id);
