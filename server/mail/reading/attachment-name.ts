/** Names for parts without a file name, so a download has an extension that the system knows. */
const names: Record<string, string> = {
  "message/rfc822": "original mail.eml",
  "message/global": "original mail.eml",
  "text/rfc822-headers": "header of the original mail.txt",
  "message/global-headers": "header of the original mail.txt",
  "message/delivery-status": "delivery report.txt",
  "message/global-delivery-status": "delivery report.txt",
  "message/disposition-notification": "read receipt.txt",
  "message/global-disposition-notification": "read receipt.txt",
  "message/feedback-report": "complaint.txt",
  "text/calendar": "invitation.ics",
  "text/plain": "text.txt",
  "text/html": "page.html",
  "application/pdf": "document.pdf",
  "image/png": "image.png",
  "image/jpeg": "image.jpg",
  "image/gif": "image.gif",
  "image/webp": "image.webp",
};

/** Returns the sender's name for an attachment, or one that fits its type. */
export function attachmentName(attachment: { filename: string; type: string }): string {
  return attachment.filename || names[attachment.type.toLowerCase()] || "attachment";
}
