import type { Api } from "@inlet/contract/api.ts";
import { bearer, failure, unreachable } from "#/api/client.ts";

type Saved = Api["PUT /user/avatar"]["output"];

/** Uploads the user's profile picture. Rejects with ApiFailure. */
export async function uploadAvatar(picture: Blob): Promise<Saved> {
  const token = bearer();
  let response: Response;
  try {
    response = await fetch("/user/avatar", {
      method: "PUT",
      headers: {
        "content-type": "application/octet-stream",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: picture,
    });
  } catch (error) {
    throw unreachable(error);
  }
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw failure(response.status, answer, token);
  // Safe: the server validates every response against the same contract before it sends it.
  return answer as Saved;
}
