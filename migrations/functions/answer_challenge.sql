-- Marks a challenge as answered. Returns whether it had not been answered before.
CREATE OR REPLACE FUNCTION answer_challenge(of_user text, of_challenge text, at timestamptz, ends timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM answered_challenges WHERE user_id = of_user AND expires_at <= at;
  INSERT INTO answered_challenges (user_id, challenge_hash, expires_at) VALUES (of_user, of_challenge, ends)
  ON CONFLICT DO NOTHING;
  RETURN FOUND;
END
$$;
