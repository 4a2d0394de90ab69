-- What can be found in the files of a mail. Of mail that was there before nothing is noted.
ALTER TABLE bodies ADD COLUMN attached text NOT NULL DEFAULT '';
