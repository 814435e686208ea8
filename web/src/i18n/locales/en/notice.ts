export default {
  unreadLabel: "Unread:",
  readAll: "Mark all as read",
  empty: "No notifications",
  emptyText:
    "You are notified here about files received through your links, exports, documentations sent back or assigned to you, and threads.",
  kinds: {
    FILES_CAME_one: "A file was uploaded through your link",
    FILES_CAME_other: "{count} files were uploaded through your link",
    UPLOAD_HANGS: "Some photos or files are missing or were refused",
    EXPORT_FAILED: "The export to {destination} failed",
    EXPORT_READY: "The export is ready: {destination}",
    SENT_BACK: "Sent back to you",
    RETAKEN: "Your retake request has been answered",
    MENTIONED: "{author} mentioned you",
    REPLIED: "{author} wrote in a thread",
    RETAKE_LATE: "What you sent back has not been answered in time",
    ASSIGNED_one: "{author} assigned a documentation to you",
    ASSIGNED_other: "{author} assigned {count} documentations to you",
  },
  reviewBy: "Review by {day}",
};
