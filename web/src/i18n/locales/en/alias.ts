export default {
  documentation: {
    lead: "Documentations of this name are shown under the alias.",
    add: "New documentation alias",
    edit: "Edit documentation alias",
    searchHint: "Search name, alias or customer",
    emptyTitle: "No documentation aliases yet",
  },
  photo: {
    lead: "Photos of this name are shown under the alias.",
    add: "New photo alias",
    edit: "Edit photo alias",
    searchHint: "Search name, alias or customer",
    emptyTitle: "No photo aliases yet",
  },
};
