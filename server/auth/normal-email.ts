/** The form in which a person's address is stored and compared. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}
