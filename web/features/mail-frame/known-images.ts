import type { Email } from "@inlet/contract/mail/email.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** Signed addresses for a message's remote images, by the address in the message. The query is the reader's consent. */
export function imagesQuery(emailId: Email["id"]) {
  return queryOptions({
    queryKey: ["images", emailId],
    queryFn: async ({ signal }): Promise<Readonly<Record<string, string>>> => {
      const { images } = await call("GET /email/{emailId}/images", { emailId }, { signal });
      return Object.fromEntries(images.map(({ source, url }) => [source, url]));
    },
    // Renewed signatures must not make the frame render the message again. They are fetched again when it is opened again.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
}

/** Returns the inline images of a message. */
export function ownImages(email: Email): Record<string, string> {
  return Object.fromEntries(
    email.attachments.flatMap(({ cid, url }) => (cid === null ? [] : [[`cid:${cid}`, url]])),
  );
}
