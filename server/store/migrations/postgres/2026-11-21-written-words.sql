-- Completing a recipient finds a rare beginning here: among the people written to most often alone it would be looked
-- for to the end. Words of scripts without spaces are found from each of their letters on (store/count-correspondents.ts).

CREATE TABLE correspondent_words (
  user_id text NOT NULL DEFAULT '',
  word text COLLATE "C" NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  account_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, word, address, account_id)
);

INSERT INTO correspondent_words (user_id, word, address, account_id)
  SELECT DISTINCT user_id, substr(word, start), address, account_id
  FROM correspondents,
    regexp_split_to_table(trim(words), ' ') AS word,
    generate_series(1, least(20, char_length(word))) AS start
  WHERE word <> '' AND (start = 1 OR substr(word, start - 1) ~ '[\u0E00-\U0010FFFF]');
