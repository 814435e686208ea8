export default {
  lead: "Newest first. Undoing sends nothing; what has been delivered stays delivered.",
  empty: "There is nothing to undo.",
  step: "Undo: {step}",
};
