import type { UserId } from "@inlet/contract/ids.ts";

/** Work to be done, once or until it succeeds. */
export interface JobRow {
  id: string;
  kind: string;
  user_id: UserId;
  /** Subject of the job; a job of the same kind and subject is queued once. */
  subject_id: string;
  /** For a held job: the time to run it again, `notAgain` unless it was requested since. */
  run_at: number;
  attempts: number;
  /** Time until which a worker holds it; 0 if free. */
  held_until: number;
  /** Id of the current take, new for each take; "" if free. */
  take_id: string;
  created_at: number;
  /** Reason for the last failure: a code of the error catalog or of the system; "" after a success. */
  error_code: string;
  /** Number of consecutive failures. */
  failures: number;
  failed_at: number;
}
