-- For facts that were moved or removed: recomputes the badges reached on `day` or later. Earlier facts are unchanged.
-- Returns whether the achievements have changed.
CREATE OR REPLACE FUNCTION refresh_badges(of_user text, today date, of_badges text[], day date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  of_badge text;
BEGIN
  FOR of_badge IN SELECT badge FROM badges WHERE user_id = of_user AND badge = ANY (of_badges) AND reached_on >= day LOOP
    PERFORM set_badge_day(of_user, today, of_badge, badge_day(of_user, of_badge));
  END LOOP;
  RETURN update_achievements(of_user);
END
$$;
