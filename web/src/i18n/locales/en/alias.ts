export default {
  documentation: {
    lead: "Documentations with a given name are shown under its alias.",
    add: "New documentation alias",
    edit: "Edit documentation alias",
    searchHint: "Search by name, alias or customer",
    emptyTitle: "No documentation aliases yet",
  },
  photo: {
    lead: "Photos with a given name are shown under its alias.",
    add: "New photo alias",
    edit: "Edit photo alias",
    searchHint: "Search by name, alias or customer",
    emptyTitle: "No photo aliases yet",
  },
};
