-- How much each person made of what is limited, hour by hour, for a day.
CREATE TABLE quota_uses (
  user_id text NOT NULL,
  what text NOT NULL,
  -- Hours since 1970.
  hour bigint NOT NULL,
  used bigint NOT NULL,
  -- What was refused in that hour.
  refused bigint NOT NULL,
  PRIMARY KEY (user_id, what, hour)
);
