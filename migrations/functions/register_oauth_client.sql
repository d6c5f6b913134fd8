-- Registers a client. If `most` wait to be allowed, it replaces the oldest created before `stale`; if none is, returns false.
CREATE OR REPLACE FUNCTION register_oauth_client(of_client text, of_name text, of_redirects text[], registered_at timestamptz,
  most integer, stale timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time, so that the count stays correct.
  PERFORM pg_advisory_xact_lock(hashtext('register_oauth_client'));
  IF (SELECT count(*) FROM oauth_clients WHERE kind = 'registered' AND last_used_at IS NULL) >= most THEN
    DELETE FROM oauth_clients WHERE client_id = (
      SELECT client_id FROM oauth_clients
      WHERE kind = 'registered' AND last_used_at IS NULL AND created_at < stale ORDER BY created_at LIMIT 1);
    IF NOT FOUND THEN RETURN false; END IF;
  END IF;
  INSERT INTO oauth_clients (client_id, kind, name, redirect_uris, created_at)
  VALUES (of_client, 'registered', of_name, of_redirects, registered_at);
  RETURN true;
END
$$;
