import type { Email } from "@inlet/contract/mail/email.ts";
import { useEffect, useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { MailFrame } from "#/features/mail-frame/mail-frame.tsx";
import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { imagesQuery, ownImages } from "#/features/mail-frame/known-images.ts";
import { ImageBar } from "#/features/mail-frame/image-bar.tsx";
import { SlowMail } from "#/features/mail-frame/slow-mail.tsx";
import { type DesignedLook, LookChoice } from "#/features/mail-frame/look-choice.tsx";
import { usePreference } from "#/state/session/preferences.ts";
import { useTheme } from "#/state/session/theme.tsx";
import { warn } from "#/state/changes/toasts.ts";

/** A message's content in its frame. Remote images are blocked until the user loads them. */
export function MessageBody(props: {
  email: Email;
  onKey: (key: string) => void;
  /** Called with a clicked mail address, as a `mailto:` URL. */
  onMailto: (url: string) => void;
}) {
  const { email } = props;
  const { shownTheme } = useTheme();
  // Renewed signatures must not make the frame render the message again.
  const [own] = useState(() => ownImages(email));
  const [areAsked, setAsked] = useState(false);
  const areWanted = areAsked || email.imagesTrusted;
  const remote = useQuery({
    ...imagesQuery(email.id),
    enabled: areWanted && email.remoteImages > 0,
  });
  const usual = useUsualLook();
  const [chosen, setChosen] = useState<DesignedLook | null>(null);
  // The frame knows for sure once it has shown the message; until then space is reserved for the likely result.
  const [isDesigned, setDesigned] = useState(() => signsOfDesign.test(email.body));
  const look = chosen ?? usual;
  const [pace, setPace] = useState<"usual" | "slow" | "awaited">("usual");

  useEffect(() => {
    if (remote.isError) warn(frameTexts.imagesFailed);
  }, [remote.isError]);

  return (
    <>
      <ImageBar
        email={email}
        areLoaded={remote.isSuccess}
        isLoading={remote.isFetching}
        onLoad={() => {
          setAsked(true);
          if (remote.isError) void remote.refetch();
        }}
      />
      {shownTheme === "dark" && isDesigned && <LookChoice look={look} onChange={setChosen} />}
      {pace === "slow" ? (
        <SlowMail text={email.bodyPlain} onAwait={() => setPace("awaited")} />
      ) : (
        <MailFrame
          isAwaited={pace === "awaited"}
          onSlow={() => setPace("slow")}
          mail={{
            id: email.id,
            html: email.body,
            text: email.bodyPlain,
            subject: email.subject,
            images: { ...own, ...remote.data },
          }}
          look={{ theme: shownTheme, designed: look }}
          onShown={(shown) => setDesigned(shown.isDesigned)}
          onKey={props.onKey}
          onMailto={props.onMailto}
        />
      )}
    </>
  );
}

/** Returns the user's preference for messages with their own colors. */
export function useUsualLook(): DesignedLook {
  return usePreference("mailDark") === "original" ? "original" : "dark";
}

const signsOfDesign = /bgcolor|background(?:-color)?\s*[:=]/i;
