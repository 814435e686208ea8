ALTER TABLE `expected_answer` ADD `import_configuration_id` text;--> statement-breakpoint
ALTER TABLE `suggestion` ADD `import_configuration_id` text;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER suggestion_import_event_took_rows AFTER DELETE ON suggestion_import_event BEGIN
  DELETE FROM imported_row WHERE event_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER expected_answer_import_event_took_rows AFTER DELETE ON expected_answer_import_event BEGIN
  DELETE FROM imported_row WHERE event_id = OLD.id;
END;
