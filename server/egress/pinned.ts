/** A host whose addresses were all checked, with the one that will be connected to. */
export interface Pinned {
  /** As the URL standard writes it; the name for TLS. */
  host: string;
  address: string;
  port: number;
  /** The administrator allows this host although it is private: any port, clear text, own certificates. */
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
