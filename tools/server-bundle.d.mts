export function serverBundle(root?: string): string;
export function hashOf(root: string, places: readonly string[]): string;
