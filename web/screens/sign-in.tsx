/** SignIn */
export function SignIn() {
  return null;
}
