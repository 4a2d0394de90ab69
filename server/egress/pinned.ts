/** A host with its pinned address, after all its addresses were checked. */
export interface Pinned {
  /** Host name as the URL standard normalizes it; used as the TLS server name. */
  host: string;
  address: string;
  port: number;
  /** True if the operator allows this private host: any port, plain text and self-signed certificates. */
  isAllowedPrivate: boolean;
}

/**
 * One text for every refusal, so a caller cannot distinguish a closed port from a forbidden one. Has a `cause` when a connection
 * was tried, and none when Inlet may not connect to the host or the port.
 */
export class EgressRefused extends Error {
  override name = "EgressRefused";
  /** The connection was established when it failed: the request may have been processed. */
  readonly mayHaveArrived: boolean;
  constructor({
    mayHaveArrived = false,
    ...options
  }: ErrorOptions & { mayHaveArrived?: boolean } = {}) {
    super("The host could not be reached.", options);
    this.mayHaveArrived = mayHaveArrived;
  }
}
