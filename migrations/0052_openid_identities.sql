-- Who people of the OpenID provider are here. The table belongs to no user, because whoever signs in is not known yet.
-- On a cluster it is on every node and cannot refer to users: a holder who is deleted holds nothing.
CREATE TABLE openid_identities (
  -- SHA-256 of the issuer with the person's subject, or with an e-mail address that waits for its first sign-in.
  identity_hash text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('subject', 'email')),
  holder text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX openid_identities_holder ON openid_identities (holder);
