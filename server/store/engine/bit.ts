export type Bit = 0 | 1;
/** Converts a boolean to the form that the tables use. */
export function bit(truth: boolean): Bit {
  return truth ? 1 : 0;
}
