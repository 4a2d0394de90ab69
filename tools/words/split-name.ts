/** Returns the words of a name in lower case, whether it is camelCase, kebab-case or snake_case. */
export function splitName(name: string): string[] {
  const words = name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu) ?? [];
  return words.map((word) => word.toLowerCase());
}
