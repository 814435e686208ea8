export default {
  changed_one: "{count} change – show",
  changed_other: "{count} changes – show",
  changedBy: "Changed by {names} – show",
  others: "{names} and others",
};
