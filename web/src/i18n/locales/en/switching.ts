export default {
  user: {
    lead: "You see and can do what the user can, until you switch back. The audit log shows that it was you.",
    label: "User",
    placeholder: "Search users…",
    submit: "Switch user",
    submitting: "Switching user",
  },
  account: {
    lead: "Choose the customer you want to work for.",
    search: "Search customers",
    current: "Current",
    empty: "There are no customers to switch to",
    emptyText: "An administrator decides which customer accounts you can work in.",
    submitting: "Switching to {name}",
  },
  switchingBack: "Switching back",
};
