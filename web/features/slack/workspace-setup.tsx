import type { AlertRules, Integration } from "@inlet/contract/integrations/integrations.ts";
import type { SlackPlace } from "@inlet/contract/integrations/slack.ts";
import { categories } from "@inlet/contract/mail/kinds.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#/api/client.ts";
import { type ShownWorkspace, slackChannelsQuery } from "#/api/slack-queries.ts";
import { useSaveChoice } from "#/features/slack/choices.ts";
import { slackTexts as words } from "#/features/slack/slack-texts.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { kindTexts } from "#/texts/shared/kind-texts.ts";
import { usePreference } from "#/state/session/preferences.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { Button } from "#/ui/button.tsx";
import { Checkbox } from "#/ui/form/checkbox.tsx";
import { Field } from "#/ui/form/field.tsx";
import { Input } from "#/ui/form/input.tsx";
import { Select } from "#/ui/form/select.tsx";
import { Switch } from "#/ui/form/switch.tsx";

interface Props {
  name: string;
  workspace: ShownWorkspace;
  integration: Integration;
}

interface Chosen {
  channelId?: string | null;
  hasBrief?: boolean;
}

/**
 * Settings for the channel to which a workspace's notifications go, and for the mail they are about. Each is saved immediately.
 */
export function WorkspaceSetup({ name, workspace, integration }: Props) {
  const { slack_team_id, hasBrief = false } = workspace;
  const saveChoice = useSaveChoice();
  const choose = (shown: Partial<ShownWorkspace>, chosen: Chosen) =>
    saveChoice({
      teamId: slack_team_id,
      shown,
      save: () => call("PUT /api/slack/channels/{slack_team_id}", { slack_team_id, ...chosen }),
    });
  const test = async () => {
    try {
      const { isDelivered, answer } = await call("POST /integrations/{id}/test", {
        id: integration.id,
      });
      if (isDelivered) notify(answer);
      else warn(answer);
    } catch (error) {
      warn(sentenceOf(error, words.saveFailed));
    }
  };
  return (
    <div className="mt-3 flex flex-col gap-4 border-t border-line pt-3">
      <PlaceChoice
        workspace={workspace}
        onChoose={(place) => choose({ place }, { channelId: place && place.id })}
      />
      {integration.alerts && (
        <MailChoice
          alerts={integration.alerts}
          onChange={(alerts) =>
            saveChoice({
              teamId: slack_team_id,
              shown: { integration: { ...integration, alerts } },
              save: () => call("PATCH /integrations/{id}", { id: integration.id, alerts }),
            })
          }
        />
      )}
      <Switch
        label={words.brief}
        isOn={hasBrief}
        disabled={!workspace.place && !hasBrief}
        onChange={(isOn) => choose({ hasBrief: isOn }, { hasBrief: isOn })}
      />
      <div>
        <Button
          aria-label={words.testName(name)}
          disabled={workspace.place === null}
          onClick={() => void test()}
        >
          {words.test}
        </Button>
      </div>
    </div>
  );
}

function PlaceChoice(props: {
  workspace: ShownWorkspace;
  onChoose: (place: SlackPlace | null) => void;
}) {
  const { slack_team_id, place = null } = props.workspace;
  const { data, error, isPending } = useQuery(slackChannelsQuery(slack_team_id));
  const channels = data?.channels ?? [];
  const isKnown = place === null || place.id === "" || channels.some(({ id }) => id === place.id);
  return (
    <Field
      label={words.place}
      hint={(isPending && words.channelsLoading) || error?.message || words.placeHint}
    >
      {(control) => (
        <Select
          {...control}
          value={place === null ? "none" : `to ${place.id}`}
          onChange={({ target: { value } }) => props.onChoose(placeOf(value, channels))}
        >
          <option value="none">{words.nowhere}</option>
          <option value="to ">{words.directChoice}</option>
          {!isKnown && <option value={`to ${place.id}`}>{`#${place.name}`}</option>}
          {channels.map((channel) => (
            <option key={channel.id} value={`to ${channel.id}`}>
              {`#${channel.name}`}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function placeOf(value: string, channels: readonly SlackPlace[]): SlackPlace | null {
  if (value === "none") return null;
  const id = value.slice("to ".length);
  return { id, name: channels.find((one) => one.id === id)?.name ?? words.direct };
}

function MailChoice({
  alerts,
  onChange,
}: {
  alerts: AlertRules;
  onChange: (next: AlertRules) => void;
}) {
  const own = usePreference("splits");
  const isHigh = alerts.priorities.includes("High");
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-control font-medium text-ink-2">{words.which}</legend>
      <p className="text-label text-ink-3">{words.whichHint}</p>
      <div className="grid grid-cols-2 gap-x-4 gap-y-1">
        <Checkbox
          label={<span className="text-control">{words.high}</span>}
          className="py-1 coarse:min-h-11"
          isChecked={isHigh}
          onChange={(isChecked) => onChange({ ...alerts, priorities: isChecked ? ["High"] : [] })}
        />
        {categories.map((category) => (
          <Checkbox
            key={category}
            label={<span className="text-control">{kindTexts.categories[category]}</span>}
            className="py-1 coarse:min-h-11"
            isChecked={alerts.categories.includes(category)}
            onChange={(isChecked) =>
              onChange({
                ...alerts,
                categories: isChecked
                  ? [...alerts.categories, category]
                  : alerts.categories.filter((one) => one !== category),
              })
            }
          />
        ))}
      </div>
      {own.length > 0 && (
        <fieldset>
          <legend className="mb-1 text-control text-ink-2">{words.splits}</legend>
          <div className="grid grid-cols-2 gap-x-4 gap-y-1">
            {own.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={<bdi className="text-control wrap-anywhere">{name}</bdi>}
                className="py-1 coarse:min-h-11"
                isChecked={alerts.splits.includes(id)}
                onChange={(isChecked) => {
                  // Deleted splits are dropped.
                  const kept = own.filter((one) => alerts.splits.includes(one.id));
                  const others = kept.flatMap((one) => (one.id === id ? [] : one.id));
                  onChange({ ...alerts, splits: isChecked ? [...others, id] : others });
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      <Names
        label={words.senders}
        hint={words.sendersHint}
        save={words.saveSenders}
        between={/[\s,;]+/}
        dir="ltr"
        names={alerts.senders}
        onSave={(senders) => onChange({ ...alerts, senders })}
      />
      <Names
        label={words.labels}
        hint={words.labelsHint}
        save={words.saveLabels}
        between={/[,;]+/}
        names={alerts.labels}
        onSave={(labels) => onChange({ ...alerts, labels })}
      />
      <Switch
        label={words.quiet}
        isOn={alerts.quietHours}
        onChange={(quietHours) => onChange({ ...alerts, quietHours })}
      />
    </fieldset>
  );
}

/** Names in one field, saved with a button. */
function Names(props: {
  label: string;
  hint: string;
  save: string;
  between: RegExp;
  dir?: "ltr";
  names: readonly string[];
  onSave: (names: string[]) => void;
}) {
  const { names, between, dir } = props;
  const [text, setText] = useState(names.join(", "));
  const written = text.split(between).flatMap((one) => one.trim() || []);
  return (
    <Field label={props.label} hint={props.hint}>
      {(control) => (
        <span className="flex gap-2">
          <Input
            {...control}
            className="min-w-0 flex-1"
            autoComplete="off"
            {...(dir && { dir })}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            size="large"
            disabled={written.join(",") === names.join(",")}
            onClick={() => props.onSave(written)}
          >
            {props.save}
          </Button>
        </span>
      )}
    </Field>
  );
}
