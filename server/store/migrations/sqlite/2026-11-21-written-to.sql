-- Completing a recipient looks at the people written to most often first, and stops when it has enough.

CREATE INDEX correspondents_often ON correspondents (user_id, sent, received, words);
