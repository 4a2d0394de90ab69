import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { verificationQuery } from "#/api/security-queries.ts";
import { profileTexts } from "#/features/profile/profile-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { Button } from "#/ui/button.tsx";

const words = profileTexts.verification;

/** A line while the address of a new account is not verified. No feature requires the verification. */
export function EmailVerification() {
  const { data } = useQuery(verificationQuery);
  const [isBusy, setBusy] = useState(false);
  const [statusText, setStatusText] = useState("");
  if (data?.state !== "waiting") return null;
  const send = async () => {
    setBusy(true);
    setStatusText("");
    try {
      await call("POST /user/verification", {});
      setStatusText(words.sent);
    } catch (failure) {
      setStatusText(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="-mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line bg-sunken px-3 py-2.5">
      <p className="min-w-0 flex-[1_1_16rem] text-control text-ink-2">{words.waiting}</p>
      <Button disabled={isBusy} isBusy={isBusy} onClick={() => void send()}>
        {isBusy ? words.sending : words.send}
      </Button>
      <p role="status" className="basis-full text-label text-ink-3 empty:absolute">
        {statusText}
      </p>
    </div>
  );
}
