import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { templatesQuery } from "#/api/ai-queries.ts";
import { call } from "#/api/client.ts";
import { type Template, TemplateDialog } from "#/features/templates/template-dialog.tsx";
import { templateTexts as words } from "#/features/templates/template-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { warn } from "#/state/changes/toasts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";
import { Button } from "#/ui/button.tsx";
import { IconButton } from "#/ui/icon-button.tsx";
import { SettingCard, settingRow } from "#/ui/settings/setting-card.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

/** The user's own templates. */
export function TemplateList() {
  const client = useQueryClient();
  const { data: templates } = useQuery(templatesQuery);
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<Template | null>(null);
  // The dialog starts from scratch each time it opens.
  const [round, setRound] = useState(0);
  const edit = (template: Template | null) => {
    setEdited(template);
    setRound(round + 1);
    setOpen(true);
  };
  const refresh = () => client.invalidateQueries({ queryKey: templatesQuery.queryKey });
  const change = async (act: () => Promise<unknown>) => {
    try {
      await act();
    } catch (error) {
      warn(sentenceOf(error, words.failed));
    } finally {
      await refresh();
    }
  };
  const remove = (template: Template) =>
    change(async () => {
      await call("DELETE /ai/templates/{id}", { id: template.id });
      notifyUndoable(
        words.removed,
        () => void change(() => call("PUT /ai/templates/{id}", template)),
      );
    });
  return (
    <SettingCard
      title={words.title}
      hint={words.hint}
      actions={
        <Button onClick={() => edit(null)}>
          <Plus {...icon} />
          {words.add}
        </Button>
      }
    >
      {templates?.length === 0 && (
        <p className={cn(settingRow, "text-control text-ink-3")}>{words.empty}</p>
      )}
      {templates && templates.length > 0 && (
        <ul className="divide-y divide-line">
          {templates.map((template) => (
            <li key={template.id} className="flex items-center gap-3 px-4 py-3">
              <div className="min-w-0 flex-1 text-label">
                <p className="truncate text-ui font-medium">{template.name}</p>
                {template.subject && <p className="truncate text-ink-2">{template.subject}</p>}
                <p className="line-clamp-2 text-ink-3">{template.body}</p>
              </div>
              <IconButton
                label={words.edit(template.name)}
                icon={<Pencil {...icon} />}
                onClick={() => edit(template)}
              />
              <IconButton
                label={words.remove(template.name)}
                icon={<Trash2 {...icon} />}
                onClick={() => void remove(template)}
                className="hover:text-danger"
              />
            </li>
          ))}
        </ul>
      )}
      <TemplateDialog
        key={round}
        isOpen={isOpen}
        template={edited}
        onClose={() => setOpen(false)}
        onSaved={refresh}
      />
    </SettingCard>
  );
}
