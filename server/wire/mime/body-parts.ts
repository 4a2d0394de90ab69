import { type Entity, isMultipart } from "./tree.ts";

export interface BodyParts {
  text: Entity[];
  html: Entity[];
  attachments: Entity[];
}

/** Chooses the leaves to read as text, as HTML, and as attachments: the rule of JMAP (RFC 8621, 4.1.4). */
export function chooseBodyParts(root: Entity): BodyParts {
  const chosen: BodyParts = { text: [], html: [], attachments: [] };
  sort([root], { multipart: "mixed", isInAlternative: false }, chosen.html, chosen.text, chosen);
  return chosen;
}

interface Surroundings {
  multipart: string;
  isInAlternative: boolean;
}

function sort(
  entities: Entity[],
  { multipart, isInAlternative }: Surroundings,
  htmlBody: Entity[] | null,
  textBody: Entity[] | null,
  chosen: BodyParts,
): void {
  const textLength = textBody?.length ?? -1;
  const htmlLength = htmlBody?.length ?? -1;
  for (const [index, entity] of entities.entries()) {
    if (isMultipart(entity)) {
      const inner = entity.type.slice("multipart/".length);
      const around = {
        multipart: inner,
        isInAlternative: isInAlternative || inner === "alternative",
      };
      sort(entity.children, around, htmlBody, textBody, chosen);
    } else if (!isInline(entity, index, multipart)) chosen.attachments.push(entity);
    else if (multipart === "alternative") {
      if (entity.type === "text/plain") textBody?.push(entity);
      else if (entity.type === "text/html") htmlBody?.push(entity);
      else chosen.attachments.push(entity);
    } else {
      if (isInAlternative && entity.type === "text/plain") htmlBody = null;
      if (isInAlternative && entity.type === "text/html") textBody = null;
      textBody?.push(entity);
      htmlBody?.push(entity);
      if (isMedia(entity)) chosen.attachments.push(entity);
    }
  }
  if (multipart !== "alternative" || !textBody || !htmlBody) return;
  // If only one kind is present, it is used for both.
  if (textLength === textBody.length) textBody.push(...htmlBody.slice(htmlLength));
  else if (htmlLength === htmlBody.length) htmlBody.push(...textBody.slice(textLength));
}

function isInline(entity: Entity, index: number, multipart: string): boolean {
  if (entity.disposition === "attachment") return false;
  const isText = entity.type === "text/plain" || entity.type === "text/html";
  if (!isText && !isMedia(entity)) return false;
  return index === 0 || (multipart !== "related" && (isMedia(entity) || !entity.filename));
}

function isMedia({ type }: Entity): boolean {
  return /^(image|audio|video)\//.test(type);
}
