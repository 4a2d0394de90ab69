import type { User } from "@inlet/contract/auth/user.ts";
import { useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { CropDialog } from "#/features/profile/crop-dialog.tsx";
import { profileTexts } from "#/features/profile/profile-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { saveUser } from "#/state/session/session.ts";
import { Avatar } from "#/ui/avatar.tsx";
import { Button } from "#/ui/button.tsx";
import { FormError } from "#/ui/form/form-error.tsx";

const words = profileTexts.avatar;
/** Limit for the chosen file, in bytes. The picture that is sent is made from it here, and is small. */
const chosenBytesMax = 20 * 1024 * 1024;

/** The user's avatar, and the ways to change or remove it. */
export function AvatarSection({ user }: { user: User }) {
  const [error, setError] = useState("");
  const [statusText, setStatusText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [picture, setPicture] = useState<{ bitmap: ImageBitmap; isOpen: boolean; id: number }>();
  const input = useRef<HTMLInputElement>(null);

  const choose = async (file: File) => {
    setError("");
    setStatusText("");
    if (file.size > chosenBytesMax) return setError(words.tooLarge);
    try {
      const bitmap = await createImageBitmap(file);
      setPicture((before) => ({ bitmap, isOpen: true, id: (before?.id ?? 0) + 1 }));
    } catch {
      setError(words.unreadable);
    }
  };
  const close = () => setPicture((before) => before && { ...before, isOpen: false });
  const remove = async () => {
    setError("");
    setBusy(true);
    try {
      saveUser((await call("DELETE /user/avatar", {})).user);
      setStatusText(words.removed);
    } catch (failure) {
      setError(sentenceOf(failure, words.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <FormError>{error}</FormError>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar
          name={user.name || user.email}
          picture={user.avatar}
          className="size-18 text-[1.75rem]"
        />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap gap-2">
            <input
              ref={input}
              type="file"
              hidden
              aria-label={words.choose}
              accept="image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp"
              onChange={({ target }) => {
                if (target.files?.[0]) void choose(target.files[0]);
                // Resetting allows the same file to be chosen again.
                target.value = "";
              }}
            />
            <Button onClick={() => input.current?.click()}>
              {user.avatar ? words.change : words.choose}
            </Button>
            {user.avatar && (
              <Button tone="quiet" disabled={isBusy} onClick={() => void remove()}>
                {words.remove}
              </Button>
            )}
          </div>
          <p role="status" className="mt-1.5 text-label text-ink-3">
            {statusText || words.hint}
          </p>
        </div>
      </div>
      {picture && (
        <CropDialog
          key={picture.id}
          isOpen={picture.isOpen}
          picture={picture.bitmap}
          onClose={close}
          onSaved={(saved) => {
            saveUser(saved);
            setStatusText(words.saved);
            close();
          }}
        />
      )}
    </div>
  );
}
