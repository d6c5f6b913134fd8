-- Every table has user_id first in its key, unless it belongs to no user. Facts are readings, diary entries and
-- workouts.

CREATE TABLE users (
  user_id text PRIMARY KEY,
  name text NOT NULL,
  timezone text NOT NULL,
  body_weight_unit text NOT NULL CHECK (body_weight_unit IN ('kg', 'lb')),
  strength_unit text NOT NULL CHECK (strength_unit IN ('kg', 'lb')),
  distance_unit text NOT NULL CHECK (distance_unit IN ('km', 'mi')),
  plan text NOT NULL CHECK (plan IN ('paid', 'trial', 'free')),
  access_until timestamptz,
  -- A null limit means that the service's default applies.
  reads_per_minute integer, reads_burst integer, writes_per_minute integer, writes_burst integer, writes_per_day integer,
  body_metric_batch integer, goal_templates integer, custom_foods integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Counts the changes of the account: of the user, and of their tokens, sessions and apps. A process that caches an
  -- account compares it in the statement of the rate limit, and so detects every change at once.
  revision integer NOT NULL DEFAULT 0,
  -- A summary of streaks and badges, so that the statement that locks the user also reads it:
  --   first, last: the last streak run
  --   longest: the length of the longest other run
  --   badges: for each badge the day on which it is reached and the day on which it was earned
  --   due: the first day on which a badge must be recorded as earned
  achievements jsonb NOT NULL DEFAULT '{}'
);

-- Achievements are not part of the account, so its revision stays the same when they change.
CREATE TRIGGER user_changed BEFORE UPDATE ON users FOR EACH ROW
WHEN (NEW.achievements = OLD.achievements) EXECUTE FUNCTION count_user_change();
CREATE TRIGGER user_deleted AFTER DELETE ON users FOR EACH ROW EXECUTE FUNCTION delete_facts();

CREATE TABLE tokens (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  token_id text NOT NULL,
  -- SHA-256 of the token's text, in hex; the text itself is never stored.
  token_hash text NOT NULL,
  name text NOT NULL,
  environment text NOT NULL CHECK (environment IN ('live', 'test')),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- To the minute. Recording it is not a change of the account.
  last_used_at timestamptz,
  PRIMARY KEY (user_id, token_id),
  UNIQUE (user_id, token_hash)
);
CREATE TRIGGER token_changed AFTER UPDATE OF name, environment, expires_at, revoked_at OR DELETE ON tokens
FOR EACH ROW EXECUTE FUNCTION count_token_change();

-- Facts and answers are only written after their user has been locked, so they need no foreign key. They are deleted
-- with their user.

-- One reading per metric and day, in canonical units: kilograms to 4 decimals, percent to 2, whole steps.
CREATE TABLE body_metrics (
  user_id text NOT NULL,
  metric text NOT NULL CHECK (metric IN ('weight', 'body_fat', 'steps')),
  date date NOT NULL,
  value double precision NOT NULL,
  -- The day's value before its reading was last set; null if there was none.
  replaced_value double precision,
  PRIMARY KEY (user_id, metric, date)
);

-- The first day of 10,000 steps.
CREATE INDEX body_metrics_many_steps ON body_metrics (user_id, date) WHERE metric = 'steps' AND value >= 10000;

-- A diary entry refers to its food, and copies the name, brand and nutrition of one serving when it is logged.
CREATE TABLE diary_entries (
  user_id text NOT NULL,
  entry_id text NOT NULL,
  date date NOT NULL,
  meal_type text NOT NULL,
  servings double precision NOT NULL,
  food_kind text NOT NULL,
  food_id text NOT NULL,
  food_name text NOT NULL,
  brand_name text,
  -- Per serving.
  calories double precision NOT NULL, protein double precision NOT NULL, carbs double precision NOT NULL, fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  created_at timestamptz NOT NULL,
  -- A copy of the food's serving; null in entries logged before it was stored.
  serving_size double precision,
  serving_unit text,
  serving_text text,
  PRIMARY KEY (user_id, entry_id)
);
CREATE INDEX diary_entries_in_order ON diary_entries (user_id, date, created_at, entry_id);
CREATE INDEX diary_entries_custom_food ON diary_entries (user_id, food_id) WHERE food_kind = 'custom_food';

-- Finished workouts. The exercises with their sets are stored inside their workout, because they are only ever read and
-- replaced as a whole.
CREATE TABLE workouts (
  user_id text NOT NULL,
  workout_id text NOT NULL,
  -- Counts the replacements, so that concurrent changes are detected.
  revision integer NOT NULL DEFAULT 1,
  date date NOT NULL,
  name text NOT NULL,
  duration_seconds integer,
  notes text,
  -- kcal; null if no body weight was known.
  estimated_calories bigint,
  exercise_count integer NOT NULL,
  -- [{ exerciseId, sets: [{ setType, weightKg, loadIntent, reps, durationSeconds, distanceMeters, holdSeconds,
  -- intensity }] }] json, not jsonb: kept as written, every number to its last digit.
  exercises json NOT NULL,
  created_at timestamptz NOT NULL,
  exercise_ids text[] NOT NULL GENERATED ALWAYS AS (exercise_ids(exercises)) STORED,
  -- ISO 8601 with the offset of the zone used; null unless known.
  start_time text,
  end_time text,
  PRIMARY KEY (user_id, workout_id)
);
CREATE INDEX workouts_in_order ON workouts (user_id, date, created_at, workout_id);

-- The number of a user's workouts, so that a page of them costs the same after ten years as after one. Without a row,
-- they are counted.
CREATE TABLE workout_totals (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  workouts integer NOT NULL
);

-- Consecutive days with a reading, a diary entry or a workout; runs of one user never touch each other.
CREATE TABLE streak_runs (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  first_day date NOT NULL,
  last_day date NOT NULL CHECK (last_day >= first_day),
  length integer NOT NULL GENERATED ALWAYS AS (last_day - first_day + 1) STORED,
  PRIMARY KEY (user_id, first_day)
);
CREATE INDEX streak_runs_length ON streak_runs (user_id, length);

-- A badge is reached on the day of the fact that completes it, which may be in the future. It is earned once that day
-- has come.
CREATE TABLE badges (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  badge text NOT NULL,
  -- As of the last change of a fact; null if it had not been earned by then.
  earned_on date,
  -- The day on which the current facts reach it; null if they do not. It may still have been earned by facts that were
  -- deleted.
  reached_on date,
  PRIMARY KEY (user_id, badge)
);

-- The answer to the first successful call with each idempotency key, kept for 24 hours.
CREATE TABLE idempotency_keys (
  user_id text NOT NULL,
  operation text NOT NULL,
  key text NOT NULL,
  -- SHA-256 of the input, in hex.
  fingerprint text NOT NULL,
  -- JSON text, returned byte for byte.
  output text NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, operation, key)
);

-- Keys are stored in order of time, and only the sweep searches by it.
CREATE INDEX idempotency_keys_kept_at ON idempotency_keys USING brin (kept_at) WITH (pages_per_range = 32, autosummarize = on);

-- Secrets shared by all processes of the service; 244 random bits sign the cursors of pages.
CREATE TABLE service_secrets (
  name text PRIMARY KEY,
  secret text NOT NULL
);
INSERT INTO service_secrets (name, secret) VALUES ('cursor', gen_random_uuid()::text || gen_random_uuid()::text);

-- The token buckets of each user. Unlogged: a crash of PostgreSQL empties the table, which fills every bucket; it
-- halves the cost.
CREATE UNLOGGED TABLE rate_limits (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Calls left in each bucket at an instant, in epoch milliseconds.
  reads double precision NOT NULL, writes double precision NOT NULL, at double precision NOT NULL,
  -- Writes on the user's Activity Day.
  day date NOT NULL,
  writes_today integer NOT NULL,
  -- Whether the last call was allowed.
  allowed boolean NOT NULL
);

-- The catalogue of foods, shared by all users. Nutrition is per 100 g, or per 100 ml if the serving's unit is ml;
-- calories in kcal, the rest in grams. A search goes through the catalogue in bands, plain foods first, and stops when
-- it has enough.
CREATE TABLE foods (
  food_id text PRIMARY KEY,
  source text NOT NULL,
  source_id text NOT NULL,
  name text NOT NULL,
  brand_name text,
  serving_size double precision NOT NULL,
  serving_unit text NOT NULL CHECK (serving_unit IN ('g', 'ml')),
  serving_text text,
  calories double precision NOT NULL, protein double precision NOT NULL, carbs double precision NOT NULL, fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  -- The food's rank regardless of the query: plain and short ones first.
  search_rank integer NOT NULL,
  -- The words of name and brand and their stems, each after the letter of the food's band, from A on.
  search tsvector NOT NULL,
  -- The measures besides the serving, in its unit: `225 1 cup, mashed|150 1 cup, sliced`.
  measures text NOT NULL DEFAULT ''
);
CREATE INDEX foods_search ON foods USING gin (search) WITH (fastupdate = off);

-- Every word of the catalogue. If none begins with a word of a query, that word is taken for a misspelling of one of
-- them.
CREATE TABLE food_words (
  word text COLLATE "C" PRIMARY KEY,
  -- The stem shared by singular and plural.
  stem text COLLATE "C" NOT NULL,
  -- The approximate number of foods with it.
  foods integer NOT NULL,
  variants text[] NOT NULL GENERATED ALWAYS AS (typing_variants(word)) STORED
);
CREATE INDEX food_words_stem ON food_words (stem);
CREATE INDEX food_words_variants ON food_words USING gin (variants) WITH (fastupdate = off);

-- Changes with every change of foods, so that processes can check whether a cached search is still valid.
CREATE TABLE food_revision (
  revision uuid PRIMARY KEY
);
INSERT INTO food_revision VALUES (gen_random_uuid());

-- The stored version of each catalogue that ships with Fettle.
CREATE TABLE catalogue_versions (
  catalogue text PRIMARY KEY,
  version text NOT NULL
);

-- The progress of unfinished imports, by file.
CREATE TABLE food_imports (
  kind text NOT NULL,
  file_name text NOT NULL,
  file_size double precision NOT NULL,
  -- Milliseconds since 1970.
  file_modified_at double precision NOT NULL, rows_done integer NOT NULL,
  PRIMARY KEY (kind, file_name)
);

CREATE TABLE custom_foods (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  food_id text NOT NULL,
  name text NOT NULL,
  brand_name text,
  serving_size double precision NOT NULL,
  -- g or ml; foods created in other parts of the product may have other units.
  serving_unit text NOT NULL,
  serving_text text NOT NULL,
  calories double precision NOT NULL, protein double precision NOT NULL, carbs double precision NOT NULL, fat double precision NOT NULL,
  alcohol double precision NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, food_id)
);

CREATE TABLE saved_meals (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  meal_id text NOT NULL,
  name text NOT NULL,
  description text,
  -- The number of servings that the items make.
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

-- A user's own exercises, for names that the catalogue does not have.
CREATE TABLE own_exercises (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  exercise_id text NOT NULL,
  name text NOT NULL,
  -- The name in lower case, which no two exercises of a user share.
  name_key text NOT NULL,
  category text NOT NULL CHECK (category IN ('strength', 'cardio', 'flexibility', 'bodyweight')),
  tracking_type text NOT NULL CHECK (tracking_type IN ('weight_reps', 'reps', 'distance_duration', 'duration', 'hold')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, exercise_id),
  UNIQUE (user_id, name_key)
);

-- Goal templates: the parts of a goal that never change, and its name, which applies to all days.
CREATE TABLE goals (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  goal_id text NOT NULL,
  -- The position in lists, oldest first, even for goals created at the same instant.
  place integer NOT NULL,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('numeric', 'boolean')),
  metric text CHECK (
    metric IN ('calories', 'protein', 'fat', 'carbs', 'alcohol', 'steps', 'hydration', 'custom')
  ),
  PRIMARY KEY (user_id, goal_id),
  CHECK ((type = 'numeric') = (metric IS NOT NULL))
);

-- The terms of a goal, each from a day on until the next. The first ones also apply to earlier days, so that a goal
-- created with a past start shows on those days too.
CREATE TABLE goal_versions (
  user_id text NOT NULL,
  goal_id text NOT NULL,
  from_day date NOT NULL,
  target_value double precision,
  comparison text CHECK (comparison IN ('min', 'max', 'equals')),
  -- mon to sun
  days text[] NOT NULL,
  start_date date NOT NULL,
  end_date date CHECK (end_date >= start_date),
  active boolean NOT NULL,
  PRIMARY KEY (user_id, goal_id, from_day),
  FOREIGN KEY (user_id, goal_id) REFERENCES goals ON DELETE CASCADE
);

-- The progress set by hand for a day; 1 or 0 for a yes/no goal.
CREATE TABLE goal_progress (
  user_id text NOT NULL,
  goal_id text NOT NULL,
  date date NOT NULL,
  value double precision NOT NULL,
  PRIMARY KEY (user_id, goal_id, date),
  FOREIGN KEY (user_id, goal_id) REFERENCES goals ON DELETE CASCADE
);

-- Signing in to the person's page. Of every secret, only the SHA-256 is stored.
CREATE TABLE login_links (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  link_hash text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, link_hash)
);

CREATE TABLE sessions (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id text NOT NULL,
  session_hash text NOT NULL,
  -- Browser and system, such as `Firefox on Linux`.
  device text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, session_id),
  UNIQUE (user_id, session_hash)
);
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION count_token_change();

CREATE TABLE passkeys (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The credential's id, in base64url.
  passkey_id text NOT NULL,
  name text NOT NULL,
  -- The COSE public key, in base64url.
  public_key text NOT NULL,
  -- The authenticator's signature counter; it stays 0 if the authenticator does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  PRIMARY KEY (user_id, passkey_id)
);

-- Challenges that have been answered. They are kept until they expire, so that each can be answered only once.
CREATE TABLE answered_challenges (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  challenge_hash text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, challenge_hash)
);

-- OAuth clients, which belong to no user. A `document` is identified by the URL of its metadata document; a
-- `registered` one has registered itself.
CREATE TABLE oauth_clients (
  client_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('document', 'registered')),
  name text NOT NULL,
  redirect_uris text[] NOT NULL,
  -- When a document was last fetched, and until when it does not need to be fetched again.
  fetched_at timestamptz,
  fresh_until timestamptz,
  created_at timestamptz NOT NULL,
  -- When a user last allowed it; null if no user has.
  last_used_at timestamptz
);
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE last_used_at IS NULL;

-- What a user has allowed a client to do.
CREATE TABLE oauth_grants (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  grant_id text NOT NULL,
  client_id text NOT NULL,
  -- The client's name when the grant was created.
  client_name text NOT NULL,
  may_write boolean NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, grant_id)
);

CREATE TABLE oauth_codes (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash text NOT NULL,
  -- The consent form that was answered; each can be answered once.
  consent_id text NOT NULL,
  client_id text NOT NULL,
  client_name text NOT NULL,
  redirect_uri text NOT NULL,
  -- The PKCE challenge: SHA-256 of the client's verifier, in base64url.
  challenge text NOT NULL,
  may_write boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  -- The grant created when the code was redeemed.
  grant_id text,
  PRIMARY KEY (user_id, code_hash),
  UNIQUE (user_id, consent_id)
);
CREATE INDEX oauth_codes_expires_at ON oauth_codes (expires_at);

CREATE TABLE oauth_tokens (
  user_id text NOT NULL,
  token_hash text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  grant_id text NOT NULL,
  may_write boolean NOT NULL,
  expires_at timestamptz NOT NULL,
  -- When a refresh token was first replaced by a new one.
  rotated_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (user_id, token_hash),
  FOREIGN KEY (user_id, grant_id) REFERENCES oauth_grants ON DELETE CASCADE
);
CREATE INDEX oauth_tokens_grant ON oauth_tokens (user_id, grant_id);
CREATE INDEX oauth_tokens_expires_at ON oauth_tokens (expires_at);
CREATE TRIGGER oauth_grant_revoked AFTER UPDATE OF revoked_at OR DELETE ON oauth_grants
FOR EACH ROW EXECUTE FUNCTION count_token_change();
CREATE TRIGGER oauth_token_revoked AFTER UPDATE OF revoked_at ON oauth_tokens
FOR EACH ROW EXECUTE FUNCTION count_token_change();

-- Imports of a person's history from other apps.
CREATE TABLE imports (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  import_id text NOT NULL,
  -- Numbers the imports of a user.
  place integer NOT NULL,
  source text NOT NULL,
  file_name text NOT NULL,
  -- SHA-256 of the file: the same file continues an interrupted import.
  file_hash text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Null until the whole file has been written.
  finished_at timestamptz,
  undone_at timestamptz,
  -- The rows of the file and what they made, as in the report.
  counts json,
  PRIMARY KEY (user_id, import_id)
);

-- What an import made or changed, by its source's key. If several imports changed the same fact, the one with the
-- highest place is in force.
CREATE TABLE import_items (
  user_id text NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  place integer NOT NULL,
  import_id text NOT NULL,
  -- The id of the entry, workout or exercise; for a reading its metric and day.
  fact_id text NOT NULL,
  -- Fingerprint of the source's statement.
  fingerprint text NOT NULL,
  -- The state in which the import left it, from fact_state. A different state shows that somebody has changed it since.
  made text NOT NULL,
  -- The earlier row, or null if the import added the fact.
  before json,
  -- Whether an undo has left it unchanged.
  undone boolean NOT NULL DEFAULT false,
  PRIMARY KEY (user_id, kind, key, place),
  FOREIGN KEY (user_id, import_id) REFERENCES imports ON DELETE CASCADE
);
CREATE INDEX import_items_import ON import_items (user_id, import_id);
CREATE INDEX import_items_fact ON import_items (user_id, fact_id);

-- Each badge's day before an import, and after it (if later than its end, the day on which it will be earned).
CREATE TABLE import_badges (
  user_id text NOT NULL,
  import_id text NOT NULL,
  badge text NOT NULL,
  before_on date,
  after_on date,
  PRIMARY KEY (user_id, import_id, badge),
  FOREIGN KEY (user_id, import_id) REFERENCES imports ON DELETE CASCADE
);

-- The foods of imported diary entries. Searches do not find them, and they are not among the user's custom foods; the
-- nutrition is in the entries.
CREATE TABLE imported_foods (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  food_id text NOT NULL,
  name text NOT NULL,
  brand_name text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, food_id)
);

-- The exercises that a person chose for an app's exercise names.
CREATE TABLE exercise_choices (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  source text NOT NULL,
  -- The name in lower case.
  name_key text NOT NULL,
  exercise_id text NOT NULL,
  PRIMARY KEY (user_id, source, name_key)
);
