CREATE TABLE `documentation_fetch` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`license_id` text,
	`user_id` integer,
	`device_id` text DEFAULT 'N/A' NOT NULL,
	`creator` text NOT NULL,
	`date_created` text NOT NULL,
	`ended` text,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `documentation_fetch_documentation` ON `documentation_fetch` (`customer_id`,`documentation_id`,`ended`);--> statement-breakpoint
CREATE INDEX `documentation_fetch_license` ON `documentation_fetch` (`customer_id`,`license_id`);--> statement-breakpoint
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
CREATE INDEX `temp_file_license` ON `temp_file` (`customer_id`,`license_id`,`date_created`);--> statement-breakpoint
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
ALTER TABLE `scheduled_job_fire` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `scheduled_job_fire` ADD `told` text;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `added` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `updated` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `removed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `asks` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `confirmed` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `requester` text;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `job_id` text;--> statement-breakpoint
ALTER TABLE `suggestion_import_event` ADD `finished` text;--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_import_event_open` ON `suggestion_import_event` (`suggestion_import_configuration_id`) WHERE success IS NULL;
