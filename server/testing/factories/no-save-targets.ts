/** Context without Notion and Trello, for tests that save nothing there. */
export const nowhereToSave = {
  notion: { apiUrl: "http://nowhere.example" },
  trello: { apiUrl: "http://nowhere.example" },
};
