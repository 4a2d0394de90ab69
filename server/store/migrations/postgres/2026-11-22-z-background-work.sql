-- Everybody's newest mail that no engine summed up yet, without a look at what is done.
CREATE INDEX messages_summary ON messages (summary_version, date_key, user_id, id);

-- What is due of some kinds of jobs, however many of the others wait.
CREATE INDEX jobs_kind_due ON jobs (kind, held_until, run_at);
