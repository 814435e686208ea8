export default {
  lead: "Documents created in the background. Each one is kept until it expires.",
  searchHint: "Search by file, documentation, user or customer",
  download: "Download: {name}",
  empty: "No exported documents yet",
  emptyText: "Documents created in the background appear here until they expire.",
  state: { MAKING: "Being created", READY: "Ready", FAILED: "Failed" },
  fields: {
    state: "State",
    fileName: "File name",
    documentationName: "Documentation",
    userName: "User",
    size: "Size",
    expireDate: "Expires",
    lastModified: "Last modified",
  },
};
