/** Another engine works for this person now: nothing of what was to be written was. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
  readonly userId: string;
  constructor(userId: string) {
    super("Another process works for this person now.");
    this.userId = userId;
  }
}
