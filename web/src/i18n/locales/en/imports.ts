export default {
  suggestion: {
    lead: "Import suggestions from other systems into suggestion lists, on a schedule or right away.",
    add: "New suggestion import",
    edit: "Edit suggestion import",
    list: "Suggestion list",
    searchList: "Search suggestion lists…",
    emptyTitle: "No suggestion imports yet",
    entries: "Suggestions",
  },
  expectedAnswer: {
    lead: "Import expected answers from other systems into lists, on a schedule or right away.",
    add: "New expected answer import",
    edit: "Edit expected answer import",
    list: "List of expected answers",
    searchList: "Search lists of expected answers…",
    emptyTitle: "No expected answer imports yet",
    entries: "Answers",
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
  runAnyway: {
    title: "Run anyway",
    text: "Entries that the source no longer has are removed from the list, even if they are more than half. Entries added manually stay.",
  },
  fields: {
    type: "Type",
    frequency: "Frequency",
    disabled: "Disabled",
    state: "Status",
    configuration: "Configuration",
    result: "Result",
    message: "Message",
    nextRunAt: "Next run",
    changes: "Changes",
    added: "Added",
    updated: "Updated",
    removed: "Removed",
    startedBy: "Started by",
    started: "Started",
    finished: "Finished",
  },
  notes: {
    RAMSITE_3GIS:
      "RAMSITE has no public API, so its list has to be described here. Ask 3GIS for the addresses. Filters that you fill in are sent as parameters and narrow the list.",
    SHAREPOINT_FOLDERS: "Each folder directly in the path becomes a suggestion.",
    SHAREPOINT_TEXT_FILE:
      "Each line becomes a suggestion: a name, or name;lat;lng or name;y;x (RT90) with its position. UTF-8, UTF-16 and Windows-1252 are supported.",
    NEXT_PROJECT:
      "The names of the projects in Next Project become suggestions. Create an access token as described by Next at next-tech.readme.io. It does not expire.",
    NEXT_CUSTOMER:
      "The names of active customers in Next Project become suggestions. Create an access token as described by Next at next-tech.readme.io. It does not expire.",
    NEXT_USER:
      "Active users in Next Project become suggestions. Create an access token as described by Next at next-tech.readme.io. It does not expire.",
  },
  hints: {
    path: "The library's name in its URL, and any folders in it: Shared Documents/Projects",
    scope: "Leave as it is unless your Microsoft cloud requires something else.",
    fileName: "Including the extension: sites.txt",
    columns:
      "Fields of a Next user, separated by semicolons, in the order of the list's columns: fullname;email;employeeno. If empty, fullname is used.",
    baseUrl: "The address that the path is appended to. Required.",
    apiKeyPrefix: "A word before the API key in its header, such as Bearer.",
    listPath:
      "GET, returns a JSON list. Required. For a list in pages, put {page}, {offset} or {cursor} where the API expects it.",
    nextKey:
      "The JSON key of the next page's address, or of its cursor if the path has {cursor}. Use dots for nested objects: paging.next",
    nameKey: "The JSON key of a row's name. Use dots for nested objects: site.name",
    latKey: "The JSON key of a row's latitude, or y in RT90.",
    lngKey: "The JSON key of a row's longitude, or x in RT90.",
    answerName: "The JSON key of a row's answer. Required.",
    validValues: "Separated by semicolons. If filled in, other values are left out.",
    templateTaskIds:
      "Tasks that the list is for, in addition to its own. Other answers to them are marked as unexpected when a documentation is completed.",
    templateTaskNames: "Names of the tasks that the list is for, in every template, separated by semicolons.",
  },
  about: "The import",
  onSchedule: "On schedule",
  changes: {
    noChanges: "No changes",
    added: "{formattedCount} added",
    updated: "{formattedCount} updated",
    removed: "{formattedCount} removed",
  },
  confirmationText_one:
    "{removedCount} imported entry is no longer among the {sourceCount} in the source. That is more than half, so nothing was changed.",
  confirmationText_other:
    "{removedCount} imported entries are no longer among the {sourceCount} in the source. That is more than half, so nothing was changed.",
  captions: {
    disabled: "A disabled import runs only when you start it manually.",
  },
  state: { active: "Active", disabled: "Disabled" },
  result: {
    queued: "Queued",
    running: "Running",
    success: "Succeeded",
    needsConfirmation: "Stopped: needs confirmation",
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
