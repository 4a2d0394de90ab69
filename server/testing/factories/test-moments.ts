/**
 * Returns all cases of a long test if INLET_TEST_LENGTH is "whole", else only the most valuable: cases that found defects, or
 * that interrupt a write.
 */
export function momentsOf<Moment>(
  all: readonly Moment[],
  worst: readonly Moment[],
): readonly Moment[] {
  return process.env["INLET_TEST_LENGTH"] === "whole" ? all : worst;
}
