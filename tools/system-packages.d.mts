/** Where a program stands, or undefined. */
export function findProgram(...names: string[]): string | undefined;
/** Installs what is missing with apt when that is possible; one sentence for each thing that is still missing. */
export function installSystemPackages(say: (text: string) => void): string[];
