/** The addresses of all remote images the HTML asks for, each once, in order. */
export function remoteImagesOf(html: string): string[] {
  throw new Error("in the making");
}
