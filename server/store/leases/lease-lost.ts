/** Thrown when another engine holds the user's lease: nothing was written. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  readonly userId: string;
  constructor(userId: string) {
    super("Another process works for this person now.");
    this.userId = userId;
  }
}
