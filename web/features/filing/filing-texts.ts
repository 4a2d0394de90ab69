import { locale } from "#/lib/locale.ts";
import { countEmails } from "#/lib/count-emails.ts";
import { doneText } from "#/texts/shared/done-texts.ts";

/** All texts about actions on mail. */
export const filingTexts = {
  actions: {
    archive: "Archive",
    inbox: "Move to Inbox",
    spam: "Report spam",
    notSpam: "Not spam",
    trash: "Delete",
    deleteForever: "Delete permanently",
    read: "Mark as read",
    unread: "Mark as unread",
    star: "Star",
    unstar: "Remove star",
    mute: "Mute",
    unmute: "Unmute",
    unsnooze: "Back to Inbox now",
    move: "Move to…",
    copy: "Copy to…",
    label: "Label…",
    snooze: "Snooze…",
  },
  more: "More actions",
  selected: (count: number) => `${count.toLocaleString(locale)} selected`,
  clear: "Clear selection",
  pageSelected: (count: number) => `All ${countEmails(count)} on this page are selected.`,
  allSelected: (name: string) => `Everything in ${name} is selected.`,
  selectAll: (count: number, name: string) =>
    count > 0
      ? `Select all ${count.toLocaleString(locale)} in ${name}`
      : `Select everything in ${name}`,
  ofSearch: {
    allSelected: () => "Everything that matches is selected.",
    selectAll: (count: number) =>
      count > 0
        ? `Select all ${count.toLocaleString(locale)} that match`
        : "Select everything that matches",
  },
  listMenu: "More about this list",

  empty: {
    hint: {
      trash: "Emails stay here until you empty the trash.",
      spam: "Emails stay here until you delete them.",
    },
    action: { trash: "Empty Trash", spam: "Empty Spam" },
    title: { trash: "Empty the trash?", spam: "Empty the spam folder?" },
    question: (name: string) =>
      `Everything in ${name} will be deleted permanently, on the mail server too.`,
    oneAccount: (mail: string) => `Applies to ${mail} only.`,
    done: { trash: "Trash emptied", spam: "Spam emptied" },
  },
  remove: {
    title: (count: number) => `Delete ${countEmails(count)} permanently?`,
    question: "They will be removed from the mail server as well.",
    confirm: "Delete permanently",
  },

  move: {
    title: "Move to",
    copyTitle: "Copy to",
    search: "Find or create a folder",
    none: "No folder with this name.",
    recent: "Recent",
    others: "All folders",
    make: (name: string) => `Create folder “${name}”`,
    manyAccounts:
      "These emails are in several accounts. Select emails from one account to see its folders.",
    copyManyAccounts: "Select emails from one account to copy them.",
    moved: (folder: string) => doneText(`moved to ${folder}`),
    copied: (folder: string) => doneText(`copied to ${folder}`),
  },

  label: {
    title: "Labels",
    search: "Find or create a label",
    none: "No labels yet. Type a name to create one.",
    make: (name: string) => `Create label “${name}”`,
    color: "Color",
    colors: {
      default: "Gray",
      work: "Blue",
      personal: "Green",
      finance: "Yellow",
      important: "Red",
    },
    apply: "Apply",
    done: doneText("labels updated"),
    hint: "Labels apply across all accounts and sync to the mail server.",
    noneYet: "No labels yet.",
    newLabel: "New label",
    changeName: (name: string) => `Rename or recolor ${name}`,
    changeTitle: "Change label",
    newTitle: "New label",
    name: "Name",
    save: "Save",
    missing: "Name is required",
    removeName: (name: string) => `Delete label ${name}`,
    removeTitle: (name: string) => `Delete the label ${name}?`,
    removeQuestion: "It will be removed from all emails. No emails are deleted.",
    removeConfirm: "Delete label",
    removed: (name: string) => `Label ${name} deleted`,
    changed: (name: string) => `Label ${name} changed`,
    failed: "The label could not be saved.",
  },

  snooze: {
    title: "Snooze until",
    laterToday: "Later today",
    tomorrow: "Tomorrow",
    weekend: "This weekend",
    nextWeek: "Next week",
    pick: "Pick date and time",
    submit: "Snooze",
    choices: "Suggested times",
    keys: "Press a number for a suggested time, or a letter to write your own.",
    past: "Please choose a time in the future.",
    done: (when: string) => doneText(`snoozed until ${when}`),
  },
} as const;
