CREATE TABLE `unowned_object` (
	`place` text PRIMARY KEY NOT NULL,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unowned_object_created` ON `unowned_object` (`date_created`);--> statement-breakpoint
CREATE TABLE `scheduled_job_fire` (
	`job_group` text NOT NULL,
	`job_name` text NOT NULL,
	`fired` text NOT NULL,
	PRIMARY KEY(`job_group`, `job_name`)
);
--> statement-breakpoint
DROP INDEX `documentation_tag_configuration_name`;--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_tag_configuration_tag` ON `documentation_tag_configuration` (`customer_id`,`name`,`tag`);--> statement-breakpoint
ALTER TABLE `documentation_tag` ADD `source` text DEFAULT 'DEVICE' NOT NULL;--> statement-breakpoint
ALTER TABLE `graphic` ADD `revision` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `graphic` ADD `etag` text;--> statement-breakpoint
ALTER TABLE `graphic` ADD `crc32` integer;--> statement-breakpoint
ALTER TABLE `graphic` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `graphic` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `graphic` ADD `height` integer;--> statement-breakpoint
ALTER TABLE `reference_photo` ADD `revision` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `reference_photo` ADD `etag` text;--> statement-breakpoint
ALTER TABLE `reference_photo` ADD `crc32` integer;--> statement-breakpoint
ALTER TABLE `reference_photo` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `reference_photo` ADD `width` integer;--> statement-breakpoint
ALTER TABLE `reference_photo` ADD `height` integer;--> statement-breakpoint
ALTER TABLE `scheduled_job_run` ADD `duration` integer;