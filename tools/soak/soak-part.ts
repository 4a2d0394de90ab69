/** A kind of trial that `npm run soak` repeats for the given time. */
export interface SoakPart {
  /** Its name on the command line. */
  name: string;
  open: () => Promise<SoakRun>;
}

/** A part that is ready to run. */
export interface SoakRun extends AsyncDisposable {
  /** Runs one trial; the same seed gives the same trial. Throws if it fails. */
  attempt: (seed: number) => Promise<void>;
  /** Number of different trials, if they can be counted: then each runs once. */
  cases?: number;
}
