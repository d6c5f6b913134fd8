-- The lean peers' own tables, in a schema of their own, filled from the service's: the same users, tokens, foods and days.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
DROP SCHEMA IF EXISTS lean CASCADE;
CREATE SCHEMA lean;

CREATE TABLE lean.users (
  user_id bigint PRIMARY KEY,
  fettle_id text NOT NULL,
  timezone text NOT NULL,
  body_weight_unit text NOT NULL,
  strength_unit text NOT NULL,
  distance_unit text NOT NULL,
  plan text NOT NULL,
  access_until timestamptz,
  reads_per_minute int NOT NULL,
  reads_burst int NOT NULL,
  writes_per_minute int NOT NULL,
  writes_burst int NOT NULL,
  writes_per_day int NOT NULL
);
INSERT INTO lean.users
SELECT row_number() OVER (ORDER BY user_id), user_id, timezone, body_weight_unit, strength_unit, distance_unit, plan, access_until,
  1000000000, 1000000000, 1000000000, 1000000000, 1000000000
FROM public.users;

CREATE TABLE lean.tokens (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES lean.users,
  expires_at timestamptz,
  revoked_at timestamptz
);
INSERT INTO lean.tokens
SELECT decode(token_hash, 'hex'), lean.users.user_id, expires_at, revoked_at
FROM public.tokens JOIN lean.users ON fettle_id = tokens.user_id;

-- Counters that may be lost in a crash. Each row changes with every call, so pages have free space.
CREATE UNLOGGED TABLE lean.rate_limits (
  user_id bigint,
  kind text,
  tokens double precision NOT NULL,
  refilled_at timestamptz NOT NULL,
  day date NOT NULL,
  taken_today int NOT NULL,
  PRIMARY KEY (user_id, kind)
) WITH (fillfactor = 50);

CREATE TABLE lean.body_metrics (user_id bigint, metric text, date date, value double precision NOT NULL);
INSERT INTO lean.body_metrics
SELECT lean.users.user_id, metric, date, value
FROM public.body_metrics AS given JOIN lean.users ON fettle_id = given.user_id ORDER BY 1, 2, 3;
ALTER TABLE lean.body_metrics ADD PRIMARY KEY (user_id, metric, date);

-- Streaks are counted from the days at every read, over three months only, so that they do not dominate the comparison.
CREATE TABLE lean.active_days (user_id bigint, date date);
INSERT INTO lean.active_days
SELECT lean.users.user_id, day::date
FROM public.streak_runs AS run JOIN lean.users ON fettle_id = run.user_id,
  generate_series(greatest(first_day, current_date - 90), last_day, interval '1 day') AS day ORDER BY 1, 2;
ALTER TABLE lean.active_days ADD PRIMARY KEY (user_id, date);

CREATE TABLE lean.badges (user_id bigint, badge text, earned_on date NOT NULL, PRIMARY KEY (user_id, badge));
INSERT INTO lean.badges
SELECT lean.users.user_id, badge, earned_on
FROM unnest('{first_weigh_in,streak_7,streak_30}'::text[]) AS badge, lean.users, LATERAL (
  SELECT min(date) AS earned_on FROM lean.active_days WHERE user_id = lean.users.user_id) AS first_day
WHERE earned_on IS NOT NULL;

CREATE TABLE lean.foods (
  food_id text PRIMARY KEY,
  name text NOT NULL,
  brand text,
  serving_size double precision NOT NULL,
  serving_unit text NOT NULL,
  serving_text text,
  calories double precision NOT NULL,
  protein double precision NOT NULL,
  carbs double precision NOT NULL,
  fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  label text NOT NULL,
  search tsvector NOT NULL
);
INSERT INTO lean.foods
SELECT food_id, name, brand_name, serving_size, serving_unit, serving_text, calories, protein, carbs, fat, alcohol,
  label, to_tsvector('simple', label)
FROM public.foods, LATERAL (SELECT lower(concat_ws(' ', name, brand_name)) AS label) AS given;
CREATE INDEX ON lean.foods USING gin (search);
CREATE INDEX ON lean.foods USING gin (label gin_trgm_ops);

CREATE TABLE lean.food_entries (
  user_id bigint,
  entry_id bigint GENERATED ALWAYS AS IDENTITY,
  date date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  meal_type text NOT NULL,
  servings double precision NOT NULL,
  food_kind text NOT NULL,
  food_id text NOT NULL,
  food_name text NOT NULL,
  food_brand text,
  calories double precision NOT NULL,
  protein double precision NOT NULL,
  carbs double precision NOT NULL,
  fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  serving_size double precision,
  serving_unit text,
  serving_text text
);
INSERT INTO lean.food_entries (user_id, date, created_at, meal_type, servings, food_kind, food_id, food_name, food_brand,
  calories, protein, carbs, fat, alcohol, serving_size, serving_unit, serving_text)
SELECT lean.users.user_id, date, given.created_at, meal_type, servings, food_kind, food_id, food_name, brand_name,
  calories, protein, carbs, fat, alcohol, serving_size, serving_unit, serving_text
FROM public.diary_entries AS given JOIN lean.users ON fettle_id = given.user_id ORDER BY 1, date;
ALTER TABLE lean.food_entries ADD PRIMARY KEY (user_id, entry_id);
CREATE INDEX ON lean.food_entries (user_id, date, created_at, entry_id);

CREATE TABLE lean.exercises (exercise_id text PRIMARY KEY, name text NOT NULL, met double precision NOT NULL);

CREATE TABLE lean.workouts (
  user_id bigint,
  workout_id bigint GENERATED ALWAYS AS IDENTITY,
  date date NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  name text NOT NULL,
  notes text,
  duration_seconds int,
  estimated_calories int,
  exercise_count int NOT NULL,
  exercise_ids text[] NOT NULL
);
INSERT INTO lean.workouts (user_id, date, created_at, name, notes, duration_seconds, estimated_calories, exercise_count,
  exercise_ids)
SELECT lean.users.user_id, date, given.created_at, name, notes, duration_seconds, estimated_calories, exercise_count, exercise_ids
FROM public.workouts AS given JOIN lean.users ON fettle_id = given.user_id ORDER BY 1, date;
ALTER TABLE lean.workouts ADD PRIMARY KEY (user_id, workout_id);
CREATE INDEX ON lean.workouts (user_id, date DESC, created_at DESC, workout_id DESC);

CREATE TABLE lean.workout_sets (
  user_id bigint,
  workout_id bigint,
  exercise_number int,
  set_number int,
  exercise_id text NOT NULL,
  set_type text NOT NULL,
  weight_kg double precision,
  load_intent text,
  reps int,
  duration_seconds double precision,
  distance_meters double precision,
  hold_seconds double precision,
  intensity double precision
);
-- Three exercises of three sets for each workout of the last 90 days.
INSERT INTO lean.workout_sets
SELECT user_id, workout_id, exercise, set, 'exr_barbell_squat', 'working', 60, NULL, 8
FROM lean.workouts, generate_series(1, 3) AS exercise, generate_series(1, 3) AS set
WHERE date > current_date - 90 ORDER BY 1, 2, 3, 4;
ALTER TABLE lean.workout_sets ADD PRIMARY KEY (user_id, workout_id, exercise_number, set_number);

CREATE TABLE lean.idempotency_keys (
  user_id bigint,
  operation text,
  key text,
  fingerprint bytea NOT NULL,
  answer text,
  kept_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, operation, key)
);
