-- Records the outcome of an attempt to deliver, and renews the process's lease if it was sent; otherwise gives it up until
-- `retry_at`. Returns false, and records nothing, if another process has taken over.
CREATE OR REPLACE FUNCTION finish_delivery(
  of_user text, of_webhook text, of_lease text, of_place integer, at double precision, is_sent boolean, new_status integer,
  new_fault text, retry_at double precision, stopping text, lease_until double precision, most_kept integer
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE size integer;
BEGIN
  PERFORM 1 FROM webhooks WHERE user_id = of_user AND webhook_id = of_webhook AND lease = of_lease FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  SELECT octet_length(body) INTO size FROM webhook_deliveries
  WHERE user_id = of_user AND webhook_id = of_webhook AND place = of_place AND sent_at IS NULL;
  UPDATE webhook_deliveries
  SET attempts = attempts + 1, tried_at = at, status = new_status, fault = new_fault, sent_at = CASE WHEN is_sent THEN at END
  WHERE user_id = of_user AND webhook_id = of_webhook AND place = of_place AND sent_at IS NULL;
  IF is_sent THEN
    UPDATE webhooks
    SET waiting = waiting - (size IS NOT NULL)::integer, waiting_bytes = waiting_bytes - COALESCE(size, 0),
      failures = 0, failing_since = NULL, leased_until = lease_until
    WHERE user_id = of_user AND webhook_id = of_webhook;
    DELETE FROM webhook_deliveries
    WHERE user_id = of_user AND webhook_id = of_webhook AND place <= of_place - most_kept AND sent_at IS NOT NULL;
  ELSE
    UPDATE webhooks
    SET failures = failures + 1, failing_since = COALESCE(failing_since, at), next_at = retry_at, stopped_why = stopping,
      lease = NULL, leased_until = 0
    WHERE user_id = of_user AND webhook_id = of_webhook;
  END IF;
  RETURN true;
END
$$;
