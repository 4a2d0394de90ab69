import { useCanGoBack, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { AccountList } from "#/features/accounts/account-list.tsx";
import { ThemeChoice } from "#/features/top-bar/theme-choice.tsx";
import { pageTexts } from "#/lib/page-texts.ts";
import { texts } from "#/lib/texts.ts";
import { setAddingAccount } from "#/state/open-dialogs.ts";
import { IconButton } from "#/ui/icon-button.tsx";
import { Tabs } from "#/ui/tabs.tsx";

type Tab = "accounts" | "appearance";

/** What can be set: the mailboxes and how the page looks. */
export function Settings() {
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const [tab, setTab] = useState<Tab>("accounts");
  const goBack = () => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: "/app" });
  };
  const tabs = [
    {
      value: "accounts",
      label: texts.settings.accounts,
      panel: <AccountList onAdd={() => setAddingAccount(true)} />,
    },
    { value: "appearance", label: texts.settings.appearance, panel: <ThemeChoice /> },
  ] as const;
  return (
    <div className="h-full overflow-y-auto">
      <title>{`${texts.settings.title} · ${pageTexts.product}`}</title>
      <div className="mx-auto max-w-190 px-4 pt-4 pb-24 sm:px-8 sm:pt-8">
        <div className="mb-4 flex items-center gap-2">
          <IconButton
            label={texts.back}
            icon={<ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />}
            onClick={goBack}
            className="-ml-2"
          />
          <h1 className="text-title font-semibold tracking-[-0.02em]">{texts.settings.title}</h1>
        </div>
        <Tabs label={texts.settings.title} value={tab} onChange={setTab} tabs={tabs} />
      </div>
    </div>
  );
}
