/** Vite answers the address that a file is served at. */
declare module "*?url" {
  const address: string;
  // oxlint-disable-next-line import/no-default-export -- Vite's own form of these modules.
  export default address;
}
