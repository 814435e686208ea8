export default {
  lead: "Documents that were made in the background. Each is kept until it expires.",
  searchHint: "Search file, documentation, user, customer",
  download: "Download: {name}",
  empty: "No exported documents",
  emptyText: "Documents that are made in the background are kept here for a while.",
  fields: {
    fileName: "File name",
    documentationName: "Documentation",
    userName: "User",
    size: "Size",
    expireDate: "Expires",
    lastModified: "Last modified",
  },
};
