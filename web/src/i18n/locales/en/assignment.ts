export default {
  title: "Assign",
  person: "Assign to",
  hint: "You can choose anyone who can review. They are notified.",
  me: "Assign to me",
  day: "Review by",
  assigned: "{name}: assigned to {person}",
  unassigned: "{name}: no longer assigned",
  people: "One or several people",
  nobody: "Nobody",
  to: "To",
  share:
    "Several people share the documentations evenly. Those that one of them has already, or is reviewing now, stay with that person.",
  present_one: "Add the one who is reviewing now",
  present_other: "Add the {count} who are reviewing now",
};
