/** Vite returns the URL of the file. */
declare module "*?url" {
  const address: string;
  // oxlint-disable-next-line import/no-default-export -- Vite's own form of these modules.
  export default address;
}
