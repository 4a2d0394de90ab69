/** Limits of API clients, and retention of their call log. */
export const apiClientLimits = {
  /** Maximum number of mail accounts in a token. */
  accounts: 100,
  approvalRetentionMs: 7 * 24 * 3600_000,
  /** Maximum number of messages that wait for approval. */
  approvals: 50,
  /** Maximum size of the text of such a message, including quoted text, in bytes. */
  approvalBytes: 256 * 1024,
  /** Maximum number of characters in all waiting messages together, because they are shown at once. */
  approvalsLength: 4 * 1024 * 1024,
  callsRetentionMs: 90 * 24 * 3600_000,
  /** Per token; reads and writes are counted apart, so many reads do not displace writes from the log. */
  callsKept: 2000,
  callsPage: 50,
  /** Read calls are buffered for this long, or up to this number, and then stored together. */
  callsGatheredMs: 1000,
  callsBatchSize: 100,
  /** Maximum number of calls buffered while they cannot be stored. */
  callsGathered: 10_000,
  /** Maximum number of API calls with one token per minute, including calls of its MCP tools. */
  callsPerMinute: 3000,
  /** Maximum number of requests to /mcp per minute. */
  mcpPerMinute: 600,
} as const;
