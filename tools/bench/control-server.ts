/** Responds to every call at once with as much text as a page of mail: the cost of HTTP itself on this machine. */
import { createServer } from "node:http";

const page = JSON.stringify({ emails: Array.from({ length: 50 }, () => "x".repeat(600)) });
const server = createServer((_request, response) => {
  response.setHeader("content-type", "application/json").end(page);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.on("disconnect", () => process.exit(0));
