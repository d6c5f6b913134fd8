-- The ids of a workout's exercises, in order.
CREATE OR REPLACE FUNCTION exercise_ids(exercises json) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN ARRAY(SELECT exercise ->> 'exerciseId' FROM json_array_elements(exercises) AS exercise);
END
$$;
