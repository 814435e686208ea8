CREATE TABLE `documentation_fetch` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`license_id` text,
	`user_id` integer,
	`device_id` text DEFAULT 'N/A' NOT NULL,
	`creator` text NOT NULL,
	`turn` integer DEFAULT 1 NOT NULL,
	`photos` integer DEFAULT 0 NOT NULL,
	`date_created` text NOT NULL,
	`ended` text,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `documentation_fetch_documentation` ON `documentation_fetch` (`customer_id`,`documentation_id`,`ended`);--> statement-breakpoint
CREATE INDEX `documentation_fetch_license` ON `documentation_fetch` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_fetch_turn` ON `documentation_fetch` (`documentation_id`,`turn`);--> statement-breakpoint
CREATE TABLE `imported_row` (
	`event_id` text NOT NULL,
	`text` text NOT NULL,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`event_id`, `text`)
);
--> statement-breakpoint
DROP INDEX `documentation_license`;--> statement-breakpoint
ALTER TABLE `documentation` ADD `accuracy` real;--> statement-breakpoint
ALTER TABLE `documentation` ADD `email` text;--> statement-breakpoint
ALTER TABLE `documentation` ADD `delete_after` text;--> statement-breakpoint
CREATE INDEX `documentation_delete_after` ON `documentation` (`delete_after`) WHERE delete_after IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_license` ON `documentation` (`customer_id`,`license_id`,`status`);--> statement-breakpoint
DROP INDEX `temp_file_license`;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `decision` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `decided_by` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `decided` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `file_id` text;--> statement-breakpoint
CREATE INDEX `temp_file_waiting` ON `temp_file` (`customer_id`,`documentation_id`) WHERE decision IS NULL AND has_data;--> statement-breakpoint
CREATE INDEX `temp_file_refused` ON `temp_file` (`decided`) WHERE decision = 'REFUSED';--> statement-breakpoint
CREATE INDEX `temp_file_license` ON `temp_file` (`customer_id`,`license_id`,`date_created`);--> statement-breakpoint
ALTER TABLE `expected_answer` ADD `import_configuration_id` text;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `added` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `updated` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `removed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `asks` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `confirmed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `requester` text;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `job_id` text;--> statement-breakpoint
ALTER TABLE `expected_answer_import_event` ADD `finished` text;--> statement-breakpoint
CREATE UNIQUE INDEX `expected_answer_import_event_open` ON `expected_answer_import_event` (`expected_answer_import_configuration_id`) WHERE success IS NULL;--> statement-breakpoint
ALTER TABLE `export_document` ADD `state` text DEFAULT 'READY' NOT NULL;--> statement-breakpoint
ALTER TABLE `export_document` ADD `reason` text;--> statement-breakpoint
ALTER TABLE `export_document` ADD `job_id` text;--> statement-breakpoint
ALTER TABLE `export_document` ADD `email` text;--> statement-breakpoint
ALTER TABLE `export_document` ADD `token_hash` text;--> statement-breakpoint
CREATE UNIQUE INDEX `export_document_tokenHash_unique` ON `export_document` (`token_hash`);--> statement-breakpoint
CREATE INDEX `export_document_job` ON `export_document` (`job_id`);--> statement-breakpoint
CREATE INDEX `export_document_making` ON `export_document` (`customer_id`) WHERE state = 'MAKING';--> statement-breakpoint
ALTER TABLE `scheduled_job_fire` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `scheduled_job_fire` ADD `told` text;--> statement-breakpoint
ALTER TABLE `suggestion` ADD `import_configuration_id` text;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `added` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `updated` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `removed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `asks` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `confirmed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `requester` text;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `job_id` text;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `finished` text;--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_import_event_open` ON `suggestion_import_event` (`suggestion_import_configuration_id`) WHERE success IS NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER documentation_begins_due AFTER INSERT ON documentation
WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET delete_after = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
    WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END)
  WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_becomes_due AFTER UPDATE OF status, delete_automatically, delete_time_limit ON documentation
WHEN (NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')) <> (OLD.status IN ('COMPLETED', 'HANDLED', 'APPROVED'))
  OR NEW.delete_automatically <> OLD.delete_automatically OR NEW.delete_time_limit IS NOT OLD.delete_time_limit BEGIN
  UPDATE documentation SET delete_after = CASE WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')
    THEN strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
      WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END) END
  WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER suggestion_import_event_took_rows AFTER DELETE ON suggestion_import_event BEGIN
  DELETE FROM imported_row WHERE event_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER expected_answer_import_event_took_rows AFTER DELETE ON expected_answer_import_event BEGIN
  DELETE FROM imported_row WHERE event_id = OLD.id;
END;
