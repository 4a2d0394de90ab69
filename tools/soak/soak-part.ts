/** A kind of trial that `npm run soak` repeats for the given time. */
export interface SoakPart {
  /** Its name on the command line. */
  name: string;
  open: () => Promise<SoakRun>;
}

/** A part that is set up. */
export interface SoakRun extends AsyncDisposable {
  /** One trial; the same seed is the same trial. Throws with what went wrong. */
  attempt: (seed: number) => Promise<void>;
  /** Number of different trials, if they can be counted: then each runs once. */
  cases?: number;
}
