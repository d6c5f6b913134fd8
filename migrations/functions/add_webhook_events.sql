-- Records events for all webhooks of a user that want them, in this order. What a webhook has no room for is counted as
-- dropped; a message that it already has is left out. Returns what is to be done next: 'send' if a webhook can be sent to
-- and no process does; 'goals' if a webhook wants to know which goals are completed, and the user has any.
CREATE OR REPLACE FUNCTION add_webhook_events(
  of_user text, types text[], messages text[], bodies text[], at double precision, most integer, most_bytes integer
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE size integer; hook text; kept record; todo text[] := '{}';
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
      RETURNING last_place, stopped_why, next_at, leased_until INTO kept;
      IF FOUND THEN
        INSERT INTO webhook_deliveries (user_id, webhook_id, place, message_id, type, body, made_at)
        VALUES (of_user, hook, kept.last_place, messages[step], types[step], bodies[step], at);
        IF kept.stopped_why IS NULL AND kept.next_at <= at AND kept.leased_until <= at THEN todo := '{send}'; END IF;
      ELSE
        UPDATE webhooks SET dropped = dropped + 1 WHERE user_id = of_user AND webhook_id = hook;
      END IF;
    END LOOP;
  END LOOP;
  PERFORM 1 FROM goals WHERE user_id = of_user LIMIT 1;
  IF FOUND THEN
    PERFORM 1 FROM webhooks
    WHERE user_id = of_user AND 'goal.completed' = ANY (events) AND stopped_why IS DISTINCT FROM 'gone';
    IF FOUND THEN todo := todo || 'goals'::text; END IF;
  END IF;
  RETURN todo;
END
$$;
