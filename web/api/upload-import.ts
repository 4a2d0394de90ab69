import type { Api } from "@inlet/contract/api.ts";
import { bearer, failure, unreachable } from "#/api/client.ts";

type Begun = Api["POST /email/imports"]["output"];

/** Uploads a file of any size whose messages are to be imported, and reports the progress, from 0 to 1. */
export function uploadImport(
  file: File,
  options: { accountId: string; onProgress: (done: number) => void },
): Promise<Begun> {
  const { promise, resolve, reject } = Promise.withResolvers<Begun>();
  // fetch cannot report how much of a request has been sent.
  const request = new XMLHttpRequest();
  const token = bearer();
  const query = new URLSearchParams({ accountId: options.accountId, filename: file.name });
  request.open("POST", `/email/imports?${query}`);
  request.responseType = "json";
  request.setRequestHeader("content-type", "application/octet-stream");
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) options.onProgress(event.loaded / event.total);
  };
  request.onload = () => {
    const answer: unknown = request.response;
    // Safe: the server validates every response against the same contract before it sends it.
    if (request.status >= 200 && request.status < 300) resolve(answer as Begun);
    else reject(failure(request.status, answer, token));
  };
  request.onerror = () => reject(unreachable());
  request.send(file);
  return promise;
}
