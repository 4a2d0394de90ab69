/** Returns the path of a program, or undefined. */
export function findExecutable(...names: string[]): string | undefined;
/** Installs missing packages with apt if possible. Returns one sentence for each thing that is still missing. */
export function installSystemPackages(print: (text: string) => void): string[];
