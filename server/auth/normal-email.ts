/** Returns the form in which a user's address is stored and compared. */
export function normalEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Returns true if browsers accept `text` in an email field (HTML, 4.10.5.1.5), with a bound on each label. */
export function isEmail(text: string): boolean {
  const [local = "", domain = "", ...rest] = text.split("@");
  const labels = domain.split(".");
  return (
    rest.length === 0 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/.test(local) &&
    labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(label))
  );
}
