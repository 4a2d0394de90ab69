import type { Category, EmailRow } from "@inlet/contract/mail/email.ts";
import { categories, priorities } from "@inlet/contract/mail/kinds.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, ChevronDown, Repeat2 } from "lucide-react";
import type { ReactNode } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { reasonText, classificationTexts } from "#/features/classification/classification-texts.ts";
import { changeEmails } from "#/state/changes/change-email.ts";
import { kindHues } from "#/state/view/kind-hues.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import type { Change } from "#/state/changes/pending-change.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Dot } from "#/ui/dot.tsx";
import { Menu, MenuAt, MenuIcon, menuItem } from "#/ui/menu.tsx";

const { categories: categoryTexts, priorities: priorityTexts } = kindTexts;

type Row = Pick<EmailRow, "id" | "category" | "priority" | "fromAddress">;

/** The classification of a message, as a menu behind one quiet chip: the reason, and alternatives. */
export function ClassificationMenu({ email }: { email: Row }) {
  const category = email.category ? categoryTexts[email.category] : classificationTexts.sort;
  const priority = email.priority && priorityTexts[email.priority];
  return (
    <Menu
      // The accessible name contains the visible text, for users of voice control.
      label={classificationTexts.menuOf(priority ? `${category} ${priority}` : category)}
      button={
        <span className="flex h-5 items-center gap-1.5 rounded-full bg-hover ps-2 pe-1 text-meta font-medium whitespace-nowrap transition-colors group-hover:text-ink">
          {email.category && <Dot hue={kindHues[email.category]} size="small" />}
          {category}{" "}
          {priority && <span className="before:me-1.5 before:content-['·']">{priority}</span>}
          <ChevronDown size={12} strokeWidth={1.75} aria-hidden="true" />
        </span>
      }
      // The ground is as low as the line; a finger needs more.
      className="group -my-0.5 flex min-h-6 shrink-0 items-center rounded-full text-ink-2 coarse:-my-2 coarse:min-h-11"
      head={<Why email={email} />}
    >
      <Items email={email} />
    </Menu>
  );
}

/** Shows the same menu beside a row. */
export function ClassificationMenuAt(props: {
  email: Row;
  at: { x: number; y: number };
  onClose: () => void;
}) {
  return (
    <MenuAt label={classificationTexts.menu} at={props.at} onClose={props.onClose}>
      <div role="presentation" className="mb-1 border-b border-line">
        <Why email={props.email} />
      </div>
      <Items email={props.email} />
    </MenuAt>
  );
}

function useWhy({ id, category, priority }: Row) {
  return useQuery({
    // Another classification has another reason.
    queryKey: [...queryKeys.emails, id, "sorting", category, priority],
    queryFn: ({ signal }) => call("GET /email/{emailId}/sorting", { emailId: id }, { signal }),
  });
}

function Why({ email }: { email: Row }) {
  const { data, isPending } = useWhy(email);
  const reason = data?.reason;
  return (
    <div className="max-w-72 px-2 pt-1 pb-2 text-control text-ink-2">
      {isPending && <p>{classificationTexts.looking}</p>}
      {data && !reason && <p>{classificationTexts.unknown}</p>}
      {reason && email.category && (
        <>
          <p className="font-medium text-ink">
            {classificationTexts.why(categoryTexts[email.category])}
          </p>
          <p className="wrap-anywhere">{reasonText(reason.categoryBy, reason.category)}</p>
        </>
      )}
      {reason && email.priority && (
        <>
          <p className="mt-1.5 font-medium text-ink">
            {classificationTexts.whyPriority(priorityTexts[email.priority])}
          </p>
          <p className="wrap-anywhere">{reasonText(reason.priorityBy, reason.priority)}</p>
        </>
      )}
      {reason && <p className="mt-1.5 text-meta text-ink-3">{classificationTexts.local}</p>}
    </div>
  );
}

function Items({ email }: { email: Row }) {
  const client = useQueryClient();
  const { data } = useWhy(email);
  const { category, priority } = email;
  const [address = ""] = email.fromAddress;
  const choose = (change: Change, name: string) =>
    changeEmails(client, {
      target: { ids: new Set([email.id]) },
      change,
      doneText: classificationTexts.doneText(name),
    });
  const always = async (name: Category) => {
    try {
      await call("PUT /sorting/senders/{address}", { address, category: name });
      notify(classificationTexts.alwaysDone(address, categoryTexts[name]));
    } catch {
      warn(classificationTexts.section.failed);
    }
  };
  const isChosen = data?.reason?.categoryBy === "you";
  return (
    <>
      {isChosen && category && address && (
        <button {...menuItem} type="button" onClick={() => void always(category)}>
          <MenuIcon>
            <Repeat2 strokeWidth={1.75} aria-hidden="true" />
          </MenuIcon>
          <span className="max-w-64 truncate">
            {classificationTexts.always(address, categoryTexts[category])}
          </span>
        </button>
      )}
      <Group name={classificationTexts.category}>
        {categories.map((name) => (
          <Item
            key={name}
            name={categoryTexts[name]}
            isOn={name === category}
            onChoose={() => choose({ category: name }, categoryTexts[name])}
          />
        ))}
      </Group>
      <Group name={classificationTexts.priority}>
        {priorities.map((name) => (
          <Item
            key={name}
            name={priorityTexts[name]}
            isOn={name === priority}
            onChoose={() => choose({ priority: name }, priorityTexts[name])}
          />
        ))}
      </Group>
    </>
  );
}

function Group(props: { name: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={props.name}>
      <p aria-hidden="true" className="px-2 pt-1.5 pb-0.5 text-label text-ink-3">
        {props.name}
      </p>
      {props.children}
    </div>
  );
}

function Item(props: { name: string; isOn: boolean; onChoose: () => void }) {
  return (
    <button
      {...menuItem}
      type="button"
      role="menuitemradio"
      aria-checked={props.isOn}
      onClick={props.onChoose}
    >
      <MenuIcon>
        <Check
          strokeWidth={1.75}
          aria-hidden="true"
          className={props.isOn ? undefined : "invisible"}
        />
      </MenuIcon>
      {props.name}
    </button>
  );
}
