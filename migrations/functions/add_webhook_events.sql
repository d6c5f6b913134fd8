-- Records events for all webhooks of a user that want them, in this order. What a webhook has no room for is counted as
-- dropped; a message that it already has is left out. Returns how many deliveries were added.
CREATE OR REPLACE FUNCTION add_webhook_events(
  of_user text, types text[], messages text[], bodies text[], at double precision, most integer, most_bytes integer
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  step integer; size integer; hook text; next_place integer;
  added integer := 0;
BEGIN
  FOR step IN 1 .. cardinality(types) LOOP
    size := octet_length(bodies[step]);
    FOR hook IN
      SELECT webhook_id FROM webhooks
      WHERE user_id = of_user AND types[step] = ANY (events) AND stopped_why IS DISTINCT FROM 'gone' ORDER BY webhook_id
    LOOP
      PERFORM 1 FROM webhook_deliveries WHERE user_id = of_user AND webhook_id = hook AND message_id = messages[step];
      CONTINUE WHEN FOUND;
      UPDATE webhooks SET last_place = last_place + 1, waiting = waiting + 1, waiting_bytes = waiting_bytes + size
      WHERE user_id = of_user AND webhook_id = hook AND waiting < most AND waiting_bytes + size <= most_bytes
      RETURNING last_place INTO next_place;
      IF FOUND THEN
        INSERT INTO webhook_deliveries (user_id, webhook_id, place, message_id, type, body, made_at)
        VALUES (of_user, hook, next_place, messages[step], types[step], bodies[step], at);
        added := added + 1;
      ELSE
        UPDATE webhooks SET dropped = dropped + 1 WHERE user_id = of_user AND webhook_id = hook;
      END IF;
    END LOOP;
  END LOOP;
  RETURN added;
END
$$;
