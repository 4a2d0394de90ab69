import { isIP } from "node:net";
import type { MailProvider, MailSettings } from "@inlet/contract/mail/accounts.ts";

/** Servers alone, without data about the provider. */
export type FoundServers = Omit<MailSettings, "appPasswordUrl" | "providerName" | "provider">;

/** A mail provider whose settings are known. */
export interface Provider {
  name: string;
  /** Domains of the provider's addresses. */
  domains: string[];
  /** Endings of the host names in its MX records, for customers with their own domain. */
  mx: string[];
  settings: MailSettings;
  /** Puts a copy of each sent message into Sent automatically. */
  storesSent: boolean;
  /** Other host names of its servers. */
  aliases?: string[];
}

type Preset = Omit<MailSettings, "providerName">;

function settings(
  imap: string,
  smtp: string,
  options: { smtpPort?: number; appPasswordUrl?: string; provider?: MailProvider } = {},
): Preset {
  const { smtpPort = 465, appPasswordUrl, provider } = options;
  return {
    imap_host: imap,
    user_port: 993,
    tls: true,
    smtp_host: smtp,
    smtp_port: smtpPort,
    smtp_tls: true,
    appPasswordUrl: appPasswordUrl ?? null,
    provider: provider ?? null,
  };
}

function domainsOf(names: string): string[] {
  return names.split(" ");
}

const presets: (Omit<Provider, "settings"> & { settings: Preset })[] = [
  {
    name: "Gmail",
    domains: ["gmail.com", "googlemail.com"],
    mx: ["google.com", "googlemail.com"],
    settings: settings("imap.gmail.com", "smtp.gmail.com", {
      appPasswordUrl: "https://support.google.com/accounts/answer/185833",
      provider: "google",
    }),
    storesSent: true,
    aliases: ["imap.googlemail.com", "smtp.googlemail.com"],
  },
  {
    name: "Outlook",
    domains: domainsOf(
      "outlook.com hotmail.com live.com msn.com outlook.de outlook.fr hotmail.co.uk hotmail.de hotmail.fr hotmail.it live.co.uk live.de",
    ),
    mx: ["mail.protection.outlook.com", "olc.protection.outlook.com", "mx.microsoft"],
    settings: settings("outlook.office365.com", "smtp.office365.com", {
      smtpPort: 587,
      appPasswordUrl:
        "https://support.microsoft.com/account-billing/how-to-get-and-use-app-passwords-5896ed9b-4263-e681-128a-a6f2979a7944",
      provider: "microsoft",
    }),
    storesSent: true,
    aliases: ["smtp-mail.outlook.com", "imap-mail.outlook.com", "smtp.outlook.com"],
  },
  {
    name: "Yahoo",
    domains: domainsOf(
      "yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.ca yahoo.co.in yahoo.com.br yahoo.com.au",
    ),
    mx: ["yahoodns.net"],
    settings: settings("imap.mail.yahoo.com", "smtp.mail.yahoo.com", {
      appPasswordUrl: "https://help.yahoo.com/kb/SLN15241.html",
    }),
    storesSent: false,
  },
  {
    name: "AOL",
    domains: ["aol.com", "aim.com", "aol.de", "aol.co.uk"],
    mx: ["mx-aol.mail.gm0.yahoodns.net"],
    settings: settings("imap.aol.com", "smtp.aol.com", {
      appPasswordUrl: "https://help.aol.com/articles/create-and-manage-app-password",
    }),
    storesSent: false,
  },
  {
    name: "iCloud",
    domains: ["icloud.com", "me.com", "mac.com"],
    mx: ["mail.icloud.com"],
    settings: settings("imap.mail.me.com", "smtp.mail.me.com", {
      smtpPort: 587,
      appPasswordUrl: "https://support.apple.com/102654",
    }),
    storesSent: true,
  },
  {
    name: "Fastmail",
    domains: ["fastmail.com", "fastmail.fm", "sent.com", "messagingengine.com"],
    mx: ["messagingengine.com"],
    settings: settings("imap.fastmail.com", "smtp.fastmail.com", {
      appPasswordUrl: "https://www.fastmail.help/hc/en-us/articles/360058752854",
    }),
    storesSent: false,
  },
  {
    name: "GMX",
    domains: ["gmx.de", "gmx.net", "gmx.at", "gmx.ch"],
    mx: ["emig.gmx.net"],
    settings: settings("imap.gmx.net", "mail.gmx.net"),
    storesSent: false,
  },
  {
    name: "GMX.com",
    domains: ["gmx.com", "gmx.us", "gmx.co.uk", "mail.com", "email.com"],
    mx: ["mx00.mail.com", "mx01.mail.com"],
    settings: settings("imap.gmx.com", "mail.gmx.com"),
    storesSent: false,
  },
  {
    name: "WEB.DE",
    domains: ["web.de"],
    mx: ["mx-ha.web.de"],
    settings: settings("imap.web.de", "smtp.web.de"),
    storesSent: false,
  },
  {
    name: "T-Online",
    domains: ["t-online.de", "magenta.de"],
    mx: ["t-online.de"],
    settings: settings("secureimap.t-online.de", "securesmtp.t-online.de"),
    storesSent: false,
  },
  {
    name: "IONOS",
    domains: [],
    mx: ["kundenserver.de", "ionos.com", "1and1.com"],
    settings: settings("imap.ionos.com", "smtp.ionos.com"),
    storesSent: false,
  },
  {
    name: "Yandex",
    domains: ["yandex.ru", "yandex.com", "ya.ru", "yandex.by", "yandex.kz"],
    mx: ["mx.yandex.net", "mx.yandex.ru"],
    settings: settings("imap.yandex.com", "smtp.yandex.com", {
      appPasswordUrl: "https://yandex.com/support/id/authorization/app-passwords.html",
    }),
    storesSent: false,
  },
  {
    name: "Mail.ru",
    domains: ["mail.ru", "inbox.ru", "list.ru", "bk.ru", "internet.ru"],
    mx: ["mxs.mail.ru", "emx.mail.ru"],
    settings: settings("imap.mail.ru", "smtp.mail.ru", {
      appPasswordUrl: "https://help.mail.ru/mail/security/protection/external",
    }),
    storesSent: false,
  },
  {
    name: "Zoho",
    domains: ["zoho.com", "zohomail.com"],
    mx: ["zoho.com"],
    settings: settings("imap.zoho.com", "smtp.zoho.com"),
    storesSent: true,
  },
  {
    name: "Zoho Europe",
    domains: ["zohomail.eu"],
    mx: ["zoho.eu"],
    settings: settings("imap.zoho.eu", "smtp.zoho.eu"),
    storesSent: true,
  },
  {
    // Proton offers IMAP only through its bridge, which listens on the user's own machine.
    name: "Proton Bridge",
    domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"],
    mx: ["protonmail.ch"],
    settings: {
      ...settings("127.0.0.1", "127.0.0.1", {
        smtpPort: 1025,
        appPasswordUrl: "https://proton.me/mail/bridge",
      }),
      user_port: 1143,
    },
    storesSent: true,
  },
  {
    name: "QQ",
    domains: ["qq.com", "foxmail.com", "vip.qq.com"],
    mx: ["mx1.qq.com", "mx2.qq.com", "mx3.qq.com"],
    settings: settings("imap.qq.com", "smtp.qq.com", {
      appPasswordUrl: "https://service.mail.qq.com/detail/0/75",
    }),
    storesSent: false,
  },
  {
    name: "Exmail",
    domains: [],
    mx: ["mxbiz1.qq.com", "mxbiz2.qq.com"],
    settings: settings("imap.exmail.qq.com", "smtp.exmail.qq.com"),
    storesSent: false,
  },
  ...["163.com", "126.com", "yeah.net"].map((domain) => ({
    name: domain,
    domains: [domain],
    mx: [`mxmail.netease.com.${domain}`, `${domain.split(".")[0] ?? ""}mx00.mxmail.netease.com`],
    settings: settings(`imap.${domain}`, `smtp.${domain}`, {
      appPasswordUrl: "https://help.mail.163.com/",
    }),
    storesSent: false,
  })),
  {
    name: "mailbox.org",
    domains: ["mailbox.org"],
    mx: ["mailbox.org"],
    settings: settings("imap.mailbox.org", "smtp.mailbox.org"),
    storesSent: false,
  },
  {
    name: "Posteo",
    domains: ["posteo.de", "posteo.net"],
    mx: ["posteo.de"],
    settings: settings("posteo.de", "posteo.de"),
    storesSent: false,
  },
  {
    name: "Migadu",
    domains: [],
    mx: ["migadu.com"],
    settings: settings("imap.migadu.com", "smtp.migadu.com"),
    storesSent: false,
  },
];

const providers: Provider[] = presets.map((preset) => ({
  ...preset,
  settings: { ...preset.settings, providerName: preset.name },
}));

/** Returns the provider with addresses in this domain. */
export function providerOfDomain(domain: string): Provider | undefined {
  return providers.find((provider) => provider.domains.includes(domain.toLowerCase()));
}

/** Returns the provider that receives mail for a customer's own domain. */
export function providerOfExchanger(exchanger: string): Provider | undefined {
  const name = exchanger.toLowerCase().replace(/\.$/, "");
  // The longest ending is used: AOL's exchangers are below Yahoo's domain.
  const matches = providers.flatMap((provider) =>
    provider.mx
      .filter((end) => name === end || name.endsWith(`.${end}`))
      .map((end) => ({ provider, end })),
  );
  return matches.toSorted((a, b) => b.end.length - a.end.length)[0]?.provider;
}

/** Returns the provider that operates this IMAP or SMTP host. */
export function providerOfHost(host: string): Provider | undefined {
  const name = host.toLowerCase().replace(/\.$/, "");
  return providers.find(
    ({ settings: known, aliases }) =>
      known.imap_host === name || known.smtp_host === name || aliases?.includes(name),
  );
}

/** Returns true if a refused login means that an app password is needed instead of the regular one. */
export function wantsAppPassword(host: string, reply: string): boolean {
  const isAppPassword =
    /app(lication)?[- ]?(specific )?password|application-specific|WEBALERT|authori[sz]ation code|授权码/i.test(
      reply,
    );
  // A server on the user's own machine may be the Proton Bridge, among many others.
  if (isAppPassword || isIP(host) !== 0) return isAppPassword;
  return (providerOfHost(host)?.settings.appPasswordUrl ?? null) !== null;
}
