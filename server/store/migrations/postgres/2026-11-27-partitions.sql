-- Tables with a row for each message are divided by person: docs/decisions/2026-11-23-partitions-by-user.md says why, and
-- why into so many. What a table was is what the whole of its partitions is: columns, keys, indexes, triggers and rows.

DO $$
DECLARE
  one text;
  was text;
  made text[];
  statement text;
BEGIN
  FOREACH one IN ARRAY ARRAY[
    'messages', 'message_locations', 'bodies', 'attachments', 'message_words', 'thread_references', 'classifications',
    'changes'
  ] LOOP
    was := one || '_undivided';
    -- Keys first; other indexes and triggers once the rows stand there, which is faster, and counts nothing twice.
    made := ARRAY(
      SELECT format('ALTER TABLE %I ADD CONSTRAINT %I %s', one, conname, pg_get_constraintdef(oid))
      FROM pg_constraint WHERE conrelid = one::regclass AND contype IN ('p', 'u', 'c') ORDER BY contype, conname
    ) || ARRAY(
      SELECT pg_get_indexdef(indexrelid) FROM pg_index
      WHERE indrelid = one::regclass
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid)
      ORDER BY indexrelid
    ) || ARRAY(
      SELECT pg_get_triggerdef(oid) FROM pg_trigger
      WHERE tgrelid = one::regclass AND NOT tgisinternal ORDER BY oid
    );
    EXECUTE format('ALTER TABLE %I RENAME TO %I', one, was);
    EXECUTE format(
      'CREATE TABLE %I (LIKE %I INCLUDING ALL EXCLUDING INDEXES EXCLUDING CONSTRAINTS) PARTITION BY HASH (user_id)',
      one, was
    );
    FOR part IN 0..7 LOOP
      EXECUTE format(
        'CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS 8, REMAINDER %s)',
        one || '_p' || part, one, part
      );
    END LOOP;
    EXECUTE format('INSERT INTO %I SELECT * FROM %I', one, was);
    EXECUTE format('DROP TABLE %I', was);
    FOREACH statement IN ARRAY made LOOP
      EXECUTE statement;
    END LOOP;
    -- Only this looks at a divided table as a whole; what is done of itself looks at its partitions.
    EXECUTE format('ANALYZE %I', one);
  END LOOP;
END $$;
