import type { User } from "@inlet/contract/auth/user.ts";
import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call } from "#/api/client.ts";
import { identitiesQuery } from "#/api/writing-queries.ts";
import { EmailVerification } from "#/features/profile/email-verification.tsx";
import { AvatarSection } from "#/features/profile/avatar-section.tsx";
import { profileTexts as words } from "#/features/profile/profile-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { saveUser, useSession } from "#/state/session/session.ts";
import { Button } from "#/ui/button.tsx";
import { Field } from "#/ui/form/field.tsx";
import { FormError } from "#/ui/form/form-error.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Textarea } from "#/ui/form/textarea.tsx";

/** The form for the user's profile. */
export function ProfilePanel() {
  const user = useSession((session) => session.user);
  return user && <ProfileForm key={user.id} user={user} />;
}

function ProfileForm({ user }: { user: User }) {
  const client = useQueryClient();
  const [name, setName] = useState(user.name);
  const [bio, setBio] = useState(user.bio ?? "");
  const [error, setError] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isSaved) return undefined;
    const timer = setTimeout(() => setSaved(false), limits.profileMessageMs);
    return () => clearTimeout(timer);
  }, [isSaved]);

  const save = async () => {
    setBusy(true);
    try {
      const isBioChanged = bio.trim() !== (user.bio ?? "");
      const answer = await call("PUT /user/profile", {
        name: name.trim(),
        ...(isBioChanged && { bio: bio.trim() }),
      });
      saveUser(answer.user);
      setName(answer.user.name);
      setBio(answer.user.bio);
      setSaved(true);
      // Senders without a separate name use the user's name.
      void client.invalidateQueries({ queryKey: identitiesQuery.queryKey });
    } catch {
      setError(words.failed);
    } finally {
      setBusy(false);
    }
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setSaved(false);
    const isNamed = name.trim() !== "";
    setError(isNamed ? "" : words.nameRequired);
    if (isNamed) void save();
    else nameField.current?.focus();
  };
  return (
    <section className="rounded-card border border-line bg-surface p-4">
      <AvatarSection user={user} />
      <div className={cn(error && "mt-6")}>
        <FormError>{error}</FormError>
      </div>
      <form noValidate onSubmit={handleSubmit} className="mt-6 flex flex-col gap-5">
        <Field label={words.name} hint={words.nameHint}>
          {(control) => (
            <Input
              {...control}
              ref={nameField}
              name="name"
              autoComplete="name"
              required
              maxLength={limits.nameMaxLength}
              aria-invalid={error === words.nameRequired || undefined}
              value={name}
              onChange={(event) => {
                setError("");
                setName(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={words.email} hint={words.emailFixed}>
          {(control) => <Input {...control} type="email" readOnly value={user.email} />}
        </Field>
        <EmailVerification />
        <Field label={words.bio} hint={words.bioHint}>
          {(control) => (
            <Textarea
              {...control}
              name="bio"
              maxLength={limits.bioMaxLength}
              minHeightPx={96}
              maxHeightPx={300}
              value={bio}
              onChange={(event) => {
                setError("");
                setBio(event.target.value);
              }}
            />
          )}
        </Field>
        <div className="flex min-h-10 flex-row-reverse flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" tone="primary" size="large" disabled={isBusy} isBusy={isBusy}>
            {isBusy ? words.saving : words.save}
          </Button>
          <p role="status" className="text-control text-success">
            {isSaved && (
              <span className="flex items-center gap-1.5">
                <Check size={16} strokeWidth={1.75} aria-hidden="true" />
                {words.saved}
              </span>
            )}
          </p>
        </div>
      </form>
    </section>
  );
}
