-- How much each person made of what is limited, hour by hour, for a day.
CREATE TABLE quota_uses (
  user_id TEXT NOT NULL,
  what TEXT NOT NULL,
  -- Hours since 1970.
  hour INTEGER NOT NULL,
  used INTEGER NOT NULL,
  -- What was refused in that hour.
  refused INTEGER NOT NULL,
  PRIMARY KEY (user_id, what, hour)
) STRICT;
