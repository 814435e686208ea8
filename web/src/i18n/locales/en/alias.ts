export default {
  documentation: {
    lead: "An alias is shown instead of the documentation's name.",
    add: "New documentation alias",
    edit: "Edit documentation alias",
    searchHint: "Search by name, alias or customer",
    emptyTitle: "No documentation aliases yet",
  },
  photo: {
    lead: "An alias is shown instead of the photo's name.",
    add: "New photo alias",
    edit: "Edit photo alias",
    searchHint: "Search by name, alias or customer",
    emptyTitle: "No photo aliases yet",
  },
};
