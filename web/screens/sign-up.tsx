/** SignUp */
export function SignUp() {
  return null;
}
