export interface Timing {
  /** Interval at which the counts of folders other than the inbox are requested. */
  pollMs: number;
  /** For how long after something was found they are asked four times as often. */
  livelyMs: number;
  /** After which time a folder is compared message by message although nothing disagrees. */
  compareMs: number;
  firstRetryMs: number;
  lastRetryMs: number;
  /** For connecting, for each command and for each step of a long answer. */
  wireTimeoutMs: number;
}

export const usualTiming: Timing = {
  pollMs: 60_000,
  livelyMs: 5 * 60_000,
  compareMs: 24 * 3600_000,
  firstRetryMs: 1000,
  lastRetryMs: 5 * 60_000,
  // Longer than a poll, or the connection of the other folders would be closed between two of them.
  wireTimeoutMs: 75_000,
};
