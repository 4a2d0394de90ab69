/** Notion and Trello of a test that saves nothing there. */
export const nowhereToSave = {
  notion: { apiUrl: "http://nowhere.example" },
  trello: { apiUrl: "http://nowhere.example" },
};
