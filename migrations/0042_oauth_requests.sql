-- Requests for authorization that are too long for a cookie, while their person signs in. They belong to no user.
CREATE TABLE oauth_requests (request_hash text PRIMARY KEY, address text NOT NULL CHECK (length(address) <= 32000), expires_at timestamptz NOT NULL);
