export interface Timing {
  /** Interval at which the counts of folders other than the inbox are requested. */
  pollMs: number;
  /** Time after a find during which folders are polled four times as often. */
  livelyMs: number;
  /** Time after which a folder is compared message by message even if its counts agree. */
  compareMs: number;
  /** Delay before a failed connection is retried: it doubles from the first to the second. */
  minRetryMs: number;
  maxRetryMs: number;
  /** Timeout for connecting, for each command and for each step of a long response. */
  wireTimeoutMs: number;
}

export const usualTiming: Timing = {
  pollMs: 60_000,
  livelyMs: 5 * 60_000,
  compareMs: 24 * 3600_000,
  minRetryMs: 1000,
  maxRetryMs: 5 * 60_000,
  // Longer than the polling interval, so the connection of the other folders stays open between two polls.
  wireTimeoutMs: 75_000,
};
