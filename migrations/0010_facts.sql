-- What follows from a change of a user's facts (readings, diary entries, workouts), kept beside them in the same transaction.

-- Keeps others from changing the user's facts until the transaction ends. Returns the user's id, for the change to use: so it waits here
-- first. With keep_badges, writes down the badges earned until now, before facts that earned them are taken away.
CREATE FUNCTION lock_facts(of_user text, today date, keep_badges boolean) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM users WHERE user_id = of_user FOR NO KEY UPDATE;
  IF keep_badges THEN
    PERFORM keep_earned_badges(of_user, today);
  END IF;
  RETURN of_user;
END
$$;

-- The badges that the facts earn, each with the day of the fact; what is dated after today does not count yet.
CREATE FUNCTION earned_badges(of_user text, today date) RETURNS TABLE (badge text, earned_on date) LANGUAGE sql STABLE AS $$
  SELECT badge, earned_on FROM (VALUES
    ('first_weigh_in', (
      SELECT min(date) FROM body_metrics WHERE user_id = of_user AND metric = 'weight' AND date <= today)),
    ('streak_7', (
      SELECT min(first_day + 6) FROM streak_runs WHERE user_id = of_user AND length >= 7 AND first_day + 6 <= today)),
    ('streak_30', (
      SELECT min(first_day + 29) FROM streak_runs WHERE user_id = of_user AND length >= 30 AND first_day + 29 <= today)),
    ('streak_100', (
      SELECT min(first_day + 99) FROM streak_runs WHERE user_id = of_user AND length >= 100 AND first_day + 99 <= today)),
    ('streak_365', (
      SELECT min(first_day + 364) FROM streak_runs WHERE user_id = of_user AND length >= 365 AND first_day + 364 <= today)),
    ('steps_10000', (
      SELECT min(date) FROM body_metrics WHERE user_id = of_user AND metric = 'steps' AND value >= 10000 AND date <= today)),
    ('diary_100', (
      SELECT date FROM diary_entries WHERE user_id = of_user AND date <= today
      ORDER BY date, created_at, entry_id LIMIT 1 OFFSET 99)),
    ('first_workout', (SELECT min(date) FROM workouts WHERE user_id = of_user AND date <= today)),
    ('workouts_100', (
      SELECT date FROM workouts WHERE user_id = of_user AND date <= today ORDER BY date LIMIT 1 OFFSET 99))
  ) AS candidate (badge, earned_on) WHERE earned_on IS NOT NULL
$$;

-- In PL/pgSQL, which keeps the plan: planning costs more than the rest.
CREATE FUNCTION keep_earned_badges(of_user text, today date) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO badges AS kept (user_id, badge, earned_on)
  SELECT of_user, earned.badge, earned.earned_on FROM earned_badges(of_user, today) AS earned
  ON CONFLICT (user_id, badge) DO UPDATE SET earned_on = excluded.earned_on WHERE kept.earned_on <> excluded.earned_on;
END
$$;

-- Brings streaks and badges up to date after facts of these days came or went.
CREATE FUNCTION settle_facts(of_user text, today date, days date[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day date;
  is_active boolean;
  -- The last run that begins on or before the day.
  run streak_runs;
  new_last date;
BEGIN
  FOREACH day IN ARRAY days LOOP
    is_active :=
      EXISTS (SELECT 1 FROM body_metrics WHERE user_id = of_user AND metric IN ('weight', 'body_fat', 'steps') AND date = day)
      OR EXISTS (SELECT 1 FROM diary_entries WHERE user_id = of_user AND date = day)
      OR EXISTS (SELECT 1 FROM workouts WHERE user_id = of_user AND date = day);
    SELECT * INTO run FROM streak_runs WHERE user_id = of_user AND first_day <= day ORDER BY first_day DESC LIMIT 1;
    CONTINUE WHEN is_active = COALESCE(run.last_day >= day, false);
    IF is_active THEN
      DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day + 1 RETURNING last_day INTO new_last;
      IF run.last_day = day - 1 THEN
        UPDATE streak_runs SET last_day = COALESCE(new_last, day) WHERE user_id = of_user AND first_day = run.first_day;
      ELSE
        INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day, COALESCE(new_last, day));
      END IF;
    ELSE
      IF run.first_day = day THEN
        DELETE FROM streak_runs WHERE user_id = of_user AND first_day = day;
      ELSE
        UPDATE streak_runs SET last_day = day - 1 WHERE user_id = of_user AND first_day = run.first_day;
      END IF;
      IF run.last_day > day THEN
        INSERT INTO streak_runs (user_id, first_day, last_day) VALUES (of_user, day + 1, run.last_day);
      END IF;
    END IF;
  END LOOP;
  PERFORM keep_earned_badges(of_user, today);
END
$$;

-- Keeps the answer to the first success under an idempotency key, in place of one that expired. A key that is taken undoes the
-- transaction, with an error of its own: who gets it looks up what the first one answered.
CREATE FUNCTION keep_answer(
  of_user text, of_operation text, of_key text, of_fingerprint text, of_output text, at timestamptz, expired timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF of_key IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO idempotency_keys AS kept (user_id, operation, key, fingerprint, output, kept_at)
  VALUES (of_user, of_operation, of_key, of_fingerprint, of_output, at)
  ON CONFLICT (user_id, operation, key) DO UPDATE
  SET fingerprint = excluded.fingerprint, output = excluded.output, kept_at = excluded.kept_at
  WHERE kept.kept_at <= expired;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'The idempotency key is taken' USING ERRCODE = 'KEY01';
  END IF;
END
$$;

-- What the day held before its reading was last set; null: nothing. Whoever sets a reading learns from it what they replaced, exactly,
-- also when another sets it at the same moment.
ALTER TABLE body_metrics ADD COLUMN replaced_value double precision;
