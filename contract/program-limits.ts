/** Limits of API clients, and retention of their call log. */
export const programLimits = {
  /** Mail accounts that a token can be for. */
  accounts: 100,
  approvalKeptMs: 7 * 24 * 3600_000,
  /** Letters that wait for approval at a time. */
  approvals: 50,
  /** Bytes of text of one of them, with what it quotes. */
  approvalBytes: 256 * 1024,
  /** Characters of text of all that wait: they are shown at once. */
  approvalsLength: 4 * 1024 * 1024,
  callsKeptMs: 90 * 24 * 3600_000,
  /** Per token; reads and writes are counted apart, so many reads do not displace writes from the log. */
  callsKept: 2000,
  callsPage: 50,
  /** Calls that only read are gathered so long, or until there are so many, and written down at once. */
  callsGatheredMs: 1000,
  callsAtOnce: 100,
  /** Maximum number of calls buffered while they cannot be stored. */
  callsGathered: 10_000,
  /** Calls of the API with one token in a minute, those of its tools among them. */
  callsPerMinute: 3000,
  /** Requests to /mcp in a minute. */
  mcpPerMinute: 600,
} as const;
