-- What a server can be told now, the longest due first: not what waits for its place to become real.
DROP INDEX pending_operations_account;
CREATE INDEX pending_operations_due ON pending_operations (account_id, run_at) WHERE uid > 0;
