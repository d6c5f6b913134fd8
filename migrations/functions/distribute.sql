-- Spreads users over the nodes of a Citus cluster: all data of one user is on one node, and data that belongs to no
-- user is on every node. A function whose first argument is `of_user` runs on that user's node. Returns how many tables
-- and functions were distributed, which is 0 without the extension. It is called after every migration, so that new
-- tables and functions follow. The database may have been in use, or restored, before it became a cluster.
CREATE OR REPLACE FUNCTION distribute(lock_millis integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  item oid; is_users boolean;
  tables oid[] := '{}';
  changes integer;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') THEN RETURN 0; END IF;
  PERFORM pg_advisory_xact_lock(hashtext('distribute'));
  -- The triggers change only rows of their own user, which are on the same node.
  PERFORM set_config('citus.enable_unsafe_triggers', 'on', true), set_config('citus.multi_shard_modify_mode', 'sequential', true);
  LOOP
    -- Users come first, and a table after those that it refers to, in whatever order they were created.
    SELECT oid, EXISTS (SELECT FROM pg_attribute WHERE attrelid = oid AND attname = 'user_id') INTO item, is_users FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = oid AND deptype = 'e')
      AND NOT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = oid)
      AND NOT EXISTS (
        SELECT FROM pg_constraint
        WHERE conrelid = pg_class.oid AND contype = 'f' AND confrelid <> conrelid
          AND confrelid NOT IN (SELECT logicalrelid FROM pg_dist_partition))
    ORDER BY oid = 'users'::regclass DESC, 2 DESC, oid LIMIT 1;
    EXIT WHEN NOT FOUND;
    -- An unlogged table could not be moved to another node while it is in use.
    EXECUTE format('ALTER TABLE %s SET LOGGED', item::regclass);
    IF is_users THEN
      PERFORM create_distributed_table(
        item::regclass, 'user_id', colocate_with => CASE WHEN item = 'users'::regclass THEN 'none' ELSE 'users' END);
    ELSE
      PERFORM create_reference_table(item::regclass);
    END IF;
    tables := tables || item;
  END LOOP;
  -- The coordinator's earlier content has been copied to the nodes.
  PERFORM truncate_local_data_after_distributing_table(each) FROM unnest(tables) AS each;
  changes := cardinality(tables);
  FOR item, is_users IN
    SELECT oid, proargnames[1] = 'of_user' FROM pg_proc
    WHERE pronamespace = current_schema()::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = oid AND deptype = 'e')
      AND NOT EXISTS (
        SELECT FROM pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = oid
          AND (distribution_argument_index IS NOT NULL OR proargnames[1] IS DISTINCT FROM 'of_user'))
  LOOP
    IF is_users THEN
      PERFORM create_distributed_function(item::regprocedure, 'of_user', colocate_with => 'users');
    ELSE
      -- It is called on every node. One created before the extension is only on the coordinator.
      PERFORM create_distributed_function(item::regprocedure);
    END IF;
    changes := changes + 1;
  END LOOP;
  IF changes > 0 THEN
    -- The nodes wait for locks in sessions of their own, which do not have the calling session's settings.
    EXECUTE format('ALTER DATABASE %I SET lock_timeout = %s', current_database(), lock_millis);
  END IF;
  RETURN changes;
END
$$;
