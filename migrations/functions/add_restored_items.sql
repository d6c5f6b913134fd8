-- Records what was restored from an archive.
CREATE OR REPLACE FUNCTION add_restored_items(of_user text, of_import text, of_kind text, of_facts text[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE keys text[]; states text[];
BEGIN
  SELECT array_agg('fettle:' || fact), array_agg(fact_state(of_user, of_kind, fact)) INTO keys, states FROM unnest(of_facts) AS fact;
  RETURN add_import_items(of_user, of_import, of_kind, keys, of_facts, array_fill(''::text, ARRAY[cardinality(keys)]), states,
    array_fill(NULL::json, ARRAY[cardinality(keys)]), 0);
END
$$;
