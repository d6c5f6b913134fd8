-- What a new user has not done yet. A user without a row chose a timezone when created, and has put nothing away.
CREATE TABLE newcomers (
  user_id text PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- The machine's timezone, while nobody has chosen one: the first browser's replaces it.
  machine_timezone text,
  -- The cards of Today's start that were done or put away, separated by spaces.
  put_away text NOT NULL DEFAULT '',
  -- The first sign-in; null if there was none since the row exists.
  signed_in_at timestamptz,
  -- Whether the account holds sample data.
  has_sample boolean NOT NULL DEFAULT false
);
-- An invitation is a login link that lasts longer, and ends with its user's first sign-in. It may name who invites.
ALTER TABLE login_links ADD COLUMN is_invitation boolean NOT NULL DEFAULT false;
ALTER TABLE login_links ADD COLUMN invited_by text;
