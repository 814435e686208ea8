export default {
  user: {
    lead: "You see and do what the user may, until you switch back. The audit log shows that it was you.",
    label: "User",
    placeholder: "Search users…",
    submit: "Switch user",
    submitting: "Switching user",
  },
  account: {
    lead: "Choose the customer you want to work for.",
    search: "Search customers",
    current: "Current",
    none: "There is no customer to switch to",
    noneText: "An administrator decides in which customers' accounts you may work.",
    submitting: "Switching to {name}",
  },
  back: "Switching back",
};
