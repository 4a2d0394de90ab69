export type Bit = 0 | 1;
/** A truth value as the tables hold it. */
export function bit(truth: boolean): Bit {
  return truth ? 1 : 0;
}
