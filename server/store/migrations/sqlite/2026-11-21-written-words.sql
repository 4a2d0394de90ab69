-- Completing a recipient finds a rare beginning here: among the people written to most often alone it would be looked
-- for to the end. Words of scripts without spaces are found from each of their letters on (store/count-correspondents.ts).

CREATE TABLE correspondent_words (
  user_id TEXT NOT NULL DEFAULT '',
  word TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  account_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, word, address, account_id)
) STRICT, WITHOUT ROWID;

WITH RECURSIVE
  parts (user_id, address, account_id, word, rest) AS (
    SELECT user_id, address, account_id, '', trim(words) || ' ' FROM correspondents
    UNION ALL
    SELECT user_id, address, account_id,
      substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1)
    FROM parts WHERE rest <> ''
  ),
  endings (user_id, address, account_id, word, start) AS (
    SELECT user_id, address, account_id, word, 1 FROM parts WHERE word <> ''
    UNION ALL
    SELECT user_id, address, account_id, substr(word, 2), start + 1
    FROM endings WHERE start < 20 AND length(word) > 1 AND word GLOB '*[' || char(0x0e00) || '-' || char(0x10ffff) || ']*'
  )
INSERT OR IGNORE INTO correspondent_words (user_id, word, address, account_id)
  SELECT user_id, word, address, account_id FROM endings;
