/**
 * Returns all moments of a long trial where the environment has INLET_TEST_LENGTH=whole, else the worst alone: those that
 * found defects, or that break a write in the middle.
 */
export function momentsOf<Moment>(
  all: readonly Moment[],
  worst: readonly Moment[],
): readonly Moment[] {
  return process.env["INLET_TEST_LENGTH"] === "whole" ? all : worst;
}
