export default {
  lead: "What the statuses mean, what each page is for, and which keys save time.",
  search: "Search the help",
  noMatches: "Nothing in the help matches “{query}”",
  startTour: "Start the tour",
  scan: "Scan the code with your phone to open the form there",
  held: "You have this role",
  sections: {
    start: "Getting started",
    statuses: "Statuses of a documentation",
    pages: "Pages",
    keys: "Keyboard shortcuts",
    roles: "Roles",
  },
  start: {
    template: {
      title: "Create a template",
      text: "A template says which photos, answers and files a documentation needs. Begin with one that is ready to use, and change what you like.",
    },
    license: {
      title: "Give the crew a licence",
      text: "A licence connects phones with your organisation. Add one, and type its code into the app on each phone.",
    },
    capture: {
      title: "Take the first photo",
      text: "Create a documentation here, or on your phone in the browser. Photos are uploaded as soon as there is a connection.",
    },
    review: {
      title: "Review what has arrived",
      text: "Open a photo and press → for the next one. Approve the documentation, or send photos and answers back with a reason.",
    },
    report: {
      title: "Send the first report",
      text: "Open a documentation and choose Download for PDF, Word, PowerPoint or Excel, or Export to send it to a destination.",
    },
  },
  pages: {
    overview: "What awaits review, what needs attention, and yesterday’s photos.",
    documentation:
      "All documentations. Search, filter, select several to change or download them, and save your filters as views.",
    progress: "How long reviews take, what was sent back, and how the weeks compare.",
    activity: "Who did what, newest first, by kind, person and period.",
    documentationGroup: "Documentations with the same name or tag, together on one page.",
    documentationComparison: "Photos of the same task from several visits, side by side.",
    mergeDocumentations: "Joins two documentations that belong together into one.",
    formMonth: "The answers of a month as a table.",
    map: "Where documentations were made. Zoom in to see them one by one.",
    photo: "All photos by day. Select several to download them.",
    delivery: "What has been sent to your destinations, what has arrived and what has failed.",
    template: "What crews are asked for, and how it is exported.",
    graphic: "Pictures that templates show to the crew.",
    referencePhoto: "Examples that show how a photo should look.",
    suggestionList: "Names and answers that are suggested to the crew.",
    expectedAnswerList: "Answers that are expected. Others are marked for review.",
    profile: "Your password, second factor, sessions and notices.",
    changeLog: "What is new in Siteproof.",
  },
  keys: {
    find: "Find pages, documentations and actions",
  },
};
