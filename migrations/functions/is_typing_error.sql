-- Whether one word may be the other with typing errors, for words that share a variant. One error is allowed, or two in
-- words of 8 letters or more. The first letter must be right, or swapped with the second.
CREATE OR REPLACE FUNCTION is_typing_error(asked text, known text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (left(asked, 1) = left(known, 1) OR left(asked, 2) = reverse(left(known, 2)))
    AND (length(asked) >= 8 OR has_errors(asked, known, 1))
$$;
