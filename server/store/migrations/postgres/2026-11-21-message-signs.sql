-- What a header tells besides the message: how to leave a list, what could deceive. See store/tables.ts.
ALTER TABLE messages ADD COLUMN signs_json TEXT NOT NULL DEFAULT '{}';
