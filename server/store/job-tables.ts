import type { UserId } from "@inlet/contract/ids.ts";

/** Work that is to be done, once or until it succeeds. */
export interface JobRow {
  id: string;
  kind: string;
  user_id: UserId;
  /** Subject of the job; a job of the same kind and subject is queued once. */
  subject_id: string;
  /** For a held job: the time to run it again, `notAgain` unless it was requested since. */
  run_at: number;
  attempts: number;
  /** Until when a worker holds it; 0 when free. */
  held_until: number;
  /** Another one each time that it is taken; "" when free. */
  take_id: string;
  created_at: number;
  /** Why the last try failed: a code of the error catalogue or of the system; "" since the last one that did not. */
  error_code: string;
  /** In a row. */
  failures: number;
  failed_at: number;
}
