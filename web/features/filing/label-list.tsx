import { Pencil, Plus, Trash2 } from "lucide-react";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { locale } from "#/lib/locale.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { labelHues, useLabels } from "#/state/view/labels.ts";
import { askAboutLabel } from "#/state/commands/open-dialogs.ts";
import { Button } from "#/ui/button.tsx";
import { Dot } from "#/ui/dot.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { SettingCard, settingRow } from "#/ui/settings/setting-card.tsx";

const words = filingTexts.label;
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** All labels, with controls to rename, recolor and delete them. */
export function LabelList() {
  const labels = useLabels();
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={
        <Button onClick={() => askAboutLabel({ question: "change", name: "" })}>
          <Plus {...icon} />
          {words.newLabel}
        </Button>
      }
    >
      {labels.length === 0 ? (
        <p className={cn(settingRow, "text-control text-ink-3")}>{words.noneYet}</p>
      ) : (
        <ul className="divide-y divide-line">
          {labels.map(({ name, color, unread }) => (
            <li key={name} className="flex items-center gap-3 px-4 py-2">
              <Dot hue={labelHues[color]} className="size-2.5" />
              <bdi className="min-w-0 flex-1 truncate text-ui">{name}</bdi>
              {unread > 0 && (
                <span className="text-label text-ink-3 tabular">
                  {unread.toLocaleString(locale)} {texts.shell.unreadWord}
                </span>
              )}
              <IconButton
                label={words.changeName(name)}
                icon={<Pencil {...icon} />}
                onClick={() => askAboutLabel({ question: "change", name })}
              />
              <IconButton
                label={words.removeName(name)}
                icon={<Trash2 {...icon} />}
                onClick={() => askAboutLabel({ question: "remove", name })}
                className="hover:text-danger"
              />
            </li>
          ))}
        </ul>
      )}
    </SettingCard>
  );
}
