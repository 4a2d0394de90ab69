/** A kind of trial that `npm run soak` repeats for as long as it is given. */
export interface SoakPart {
  /** What it is called on the command line. */
  name: string;
  open: () => Promise<SoakRun>;
}

/** A part that is set up. */
export interface SoakRun extends AsyncDisposable {
  /** One trial; the same seed is the same trial. Throws with what went wrong. */
  attempt: (seed: number) => Promise<void>;
  /** How many different trials there are, where they can be counted: then each runs once. */
  cases?: number;
}
