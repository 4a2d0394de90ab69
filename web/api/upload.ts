import type { Api } from "@inlet/contract/api.ts";
import { ApiFailure, bearer, failure } from "#/api/client.ts";

type Uploaded = Api["POST /email/uploads"]["output"];

/** Sends one file and tells how far it is, from 0 to 1. */
export function upload(
  file: File,
  options: { onProgress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<Uploaded> {
  const { promise, resolve, reject } = Promise.withResolvers<Uploaded>();
  // fetch cannot report how much of a request has been sent.
  const request = new XMLHttpRequest();
  const token = bearer();
  request.open("POST", "/email/uploads");
  request.responseType = "json";
  if (token) request.setRequestHeader("authorization", `Bearer ${token}`);
  request.upload.onprogress = (event) => {
    if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
  };
  request.onload = () => {
    const answer: unknown = request.response;
    // Safe: the server checks every answer against the same contract before it sends it.
    if (request.status >= 200 && request.status < 300) resolve(answer as Uploaded);
    else reject(failure(request.status, answer, token));
  };
  request.onerror = () => reject(new ApiFailure("network", "The server could not be reached.", 0));
  request.onabort = () => reject(new DOMException("The upload was cancelled.", "AbortError"));
  options.signal?.addEventListener("abort", () => request.abort());
  const form = new FormData();
  form.set("file", file);
  request.send(form);
  return promise;
}
