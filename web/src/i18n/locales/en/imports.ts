export default {
  suggestion: {
    lead: "Import suggestions from other systems into suggestion lists, on a schedule or right away.",
    add: "New suggestion import",
    edit: "Edit suggestion import",
    list: "Suggestion list",
    searchList: "Search suggestion lists…",
    emptyTitle: "No suggestion imports yet",
    counted: "Suggestions",
  },
  expectedAnswer: {
    lead: "Import expected answers from other systems into lists, on a schedule or right away.",
    add: "New expected answer import",
    edit: "Edit expected answer import",
    list: "List of expected answers",
    searchList: "Search lists of expected answers…",
    emptyTitle: "No expected answer imports yet",
    counted: "Answers",
  },
  tabs: { label: "Configurations and events", configurations: "Configurations", events: "Events" },
  searchConfigurations: "Search by name, list, type or customer",
  searchEvents: "Search by configuration, type or message",
  noEvents: "No imports have run yet",
  refresh: "Refresh",
  chooseCustomerFirst: "Choose a customer first.",
  run: {
    button: "Import now: {name}",
    title: "Import now",
    text: "Are you sure you want to start an import job for this configuration?",
  },
  anyway: {
    title: "Run anyway",
    text: "What the source no longer has is removed from the list, even if it is more than half. What was typed by hand stays.",
  },
  fields: {
    type: "Type",
    frequency: "Frequency",
    disabled: "Disabled",
    state: "Status",
    configuration: "Configuration",
    result: "Result",
    message: "Message",
    nextRun: "Next run",
    changes: "Changes",
    added: "Added",
    updated: "Updated",
    removed: "Removed",
    by: "Started by",
    begun: "Started",
    finished: "Finished",
  },
  notes: {
    RAMSITE_3GIS:
      "RAMSITE publishes no interface, so its list has to be described here. Ask 3GIS for the addresses. Filters that are filled in narrow the list: they are sent along as parameters.",
    SHAREPOINT_FOLDERS: "Each folder directly in the path becomes a suggestion.",
    SHAREPOINT_TEXT_FILE:
      "Each line becomes a suggestion: a name, or name;lat;lng or name;y;x (RT90) with its position. UTF-8, UTF-16 and Windows-1252 are understood.",
    NEXT_PROJECT:
      "The names of the projects in Next Project become suggestions. Make an access token as Next describes it at next-tech.readme.io; it has no end date.",
    NEXT_CUSTOMER:
      "The names of active customers in Next Project become suggestions. Make an access token as Next describes it at next-tech.readme.io; it has no end date.",
    NEXT_USER:
      "Active users in Next Project become suggestions. Make an access token as Next describes it at next-tech.readme.io; it has no end date.",
  },
  hints: {
    path: "The library, as in its web address, and folders in it: Shared Documents/Projects",
    scope: "Leave as it is unless your Microsoft cloud says otherwise.",
    fileName: "Including the extension: sites.txt",
    columns:
      "Fields of a Next user, separated by semicolons, in the order of the list's columns: fullname;email;employeeno. Empty means fullname.",
    baseUrl: "The address that the path is added to. Required.",
    apiKeyPrefix: "A word before the API key in its header, such as Bearer.",
    listPath:
      "GET, answers with a list in JSON. Required. For a list in pages, put {page}, {offset} or {cursor} where the interface wants it.",
    nextKey:
      "What an answer calls the address of the next page, or its cursor if the path has {cursor}. Dots lead into objects: paging.next",
    nameKey: "What a row calls its name. Dots lead into objects: site.name",
    latKey: "What a row calls its latitude, or y in RT90.",
    lngKey: "What a row calls its longitude, or x in RT90.",
    answerName: "What a row calls the answer. Required.",
    validValues: "Separated by semicolons. If filled in, other values are left out.",
    templateTaskIds:
      "IDs of the template tasks that the list is for, separated by semicolons. Other answers to them are marked as unexpected when a documentation is completed.",
    templateTaskNames: "The same by the names of the tasks, in every template.",
  },
  facts: "The import",
  byItself: "On schedule",
  changes: {
    none: "No changes",
    added: "{number} added",
    updated: "{number} updated",
    removed: "{number} removed",
  },
  asks_one:
    "{removed} earlier import is no longer among the {read} that the source has. That is more than half, so nothing was changed.",
  asks_other:
    "{removed} earlier imports are no longer among the {read} that the source has. That is more than half, so nothing was changed.",
  captions: {
    disabled: "A disabled import runs only when you start it manually.",
  },
  state: { active: "Active", disabled: "Disabled" },
  result: {
    queued: "Queued",
    running: "Running",
    success: "Succeeded",
    asks: "Stopped: needs your answer",
    failed: "Failed",
  },
  frequency: {
    HOURLY: "Hourly",
    DAILY: "Daily",
    WEEKLY: "Weekly",
    MONTHLY: "Monthly",
    YEARLY: "Yearly",
  },
};
