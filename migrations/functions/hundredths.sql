-- Hundredths of an amount, rounded half away from zero, as in answers: 1.005 × 3 = 3.015 becomes 3.02, although the
-- product of the doubles is slightly lower. The steps are those of values/round.ts, so that a day's totals are the sums
-- of its displayed entries.
CREATE OR REPLACE FUNCTION hundredths(amount double precision) RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN amount * 100 < 1e9 THEN floor(amount * 100 + amount * 100 * 5e-16 + 0.5)
    ELSE round(amount::text::numeric * 100)::double precision
  END
$$;
