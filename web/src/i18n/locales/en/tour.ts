export default {
  title: "Tour",
  progress: "{step} of {total}",
  leave: "Leave the tour",
  back: "Back",
  next: "Next",
  end: "Done",
  open: "Open: {page}",
  steps: {
    overview: {
      title: "Start the day here",
      text: "The overview shows what awaits review, what needs attention and yesterday’s photos.",
    },
    documentation: {
      title: "All documentations",
      text: "Search, filter and save views. Review opens one after the other, and every decision can be undone.",
    },
    template: {
      title: "What crews are asked for",
      text: "A template lists the photos and answers of a job. Begin with one that is ready to use.",
    },
    find: {
      title: "Find anything",
      text: "The magnifying glass, or Ctrl+K, finds pages, documentations and actions from any page.",
    },
    notices: {
      title: "Notices",
      text: "The bell counts what is new for you: mentions, assignments, received files and exports.",
    },
    help: {
      title: "Help",
      text: "The help explains statuses, pages and keys. It is in your menu, and the tour can be started again there.",
    },
  },
};
