CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`documentation_id` text,
	`matter` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`date_created` text NOT NULL,
	`read` text,
	`mailed` text,
	FOREIGN KEY (`customer_id`,`user_id`) REFERENCES `user`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_user` ON `notice` (`customer_id`,`user_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `notice_unread` ON `notice` (`user_id`,`date_created`) WHERE read IS NULL;--> statement-breakpoint
CREATE INDEX `notice_created` ON `notice` (`date_created`);--> statement-breakpoint
CREATE INDEX `notice_documentation` ON `notice` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `notice_mail` ON `notice` (`user_id`) WHERE read IS NULL AND mailed IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notice_matter` ON `notice` (`user_id`,`kind`,`matter`);--> statement-breakpoint
CREATE TABLE `earlier_photo` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`photo_id` text NOT NULL,
	`retake_id` text,
	`name` text NOT NULL,
	`comment` text,
	`creator` text NOT NULL,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`date_created` text NOT NULL,
	`date_uploaded` text,
	`data_size` integer NOT NULL,
	`crc32` integer,
	`sha256` text,
	`etag` text,
	`revision` text NOT NULL,
	`width` integer,
	`height` integer,
	`orientation` integer DEFAULT 1 NOT NULL,
	`shown_revision` text NOT NULL,
	`thumbnail_size` integer,
	`thumbnail_etag` text,
	`rendition_size` integer,
	`rendition_etag` text,
	`rendition_crc32` integer,
	`markup` text,
	`replaced` text NOT NULL,
	`replaced_by` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`retake_id`) REFERENCES `retake`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `earlier_photo_photo` ON `earlier_photo` (`customer_id`,`photo_id`,`replaced`);--> statement-breakpoint
CREATE INDEX `earlier_photo_documentation` ON `earlier_photo` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `earlier_photo_retake` ON `earlier_photo` (`customer_id`,`retake_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `earlier_photo_customerId_id_unique` ON `earlier_photo` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `retake` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`photo_id` text,
	`documentation_task_id` text,
	`reason` text NOT NULL,
	`creator` text NOT NULL,
	`requester` text,
	`upload_token_id` text,
	`date_created` text NOT NULL,
	`outcome` text,
	`ended_by` text,
	`ended` text,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`upload_token_id`) REFERENCES `upload_token`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `retake_documentation` ON `retake` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `retake_photo` ON `retake` (`customer_id`,`photo_id`);--> statement-breakpoint
CREATE INDEX `retake_task` ON `retake` (`customer_id`,`documentation_task_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retake_open_photo` ON `retake` (`photo_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `retake_open_task` ON `retake` (`documentation_task_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE INDEX `retake_token` ON `retake` (`customer_id`,`upload_token_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retake_customerId_id_unique` ON `retake` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `review_claim` (
	`documentation_id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`creator` text NOT NULL,
	`expires` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_claim_documentation` ON `review_claim` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `review_claim_expires` ON `review_claim` (`expires`);--> statement-breakpoint
CREATE TABLE `saved_view` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`shared` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`,`user_id`) REFERENCES `user`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_view_shared` ON `saved_view` (`customer_id`,`shared`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_view_name` ON `saved_view` (`customer_id`,`user_id`,`name`);--> statement-breakpoint
DROP INDEX `photo_documentation`;--> statement-breakpoint
ALTER TABLE `photo` ADD `markup` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_revision` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_size` integer;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_crc32` integer;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_etag` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `marked_sha256` text;--> statement-breakpoint
CREATE INDEX `photo_created` ON `photo` (`customer_id`,`date_created`,`documentation_id`) WHERE has_data;--> statement-breakpoint
CREATE INDEX `photo_documentation` ON `photo` (`customer_id`,`documentation_id`,`date_created`,`has_data`);--> statement-breakpoint
ALTER TABLE `upload` ADD `retake_id` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `retaken` text;--> statement-breakpoint
CREATE INDEX `upload_open` ON `upload` (`customer_id`,`documentation_id`) WHERE state IN ('RESERVED', 'REFUSED');--> statement-breakpoint
ALTER TABLE `user` ADD `daily_mail` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_announced` ON `documentation` (`customer_id`,`completion_requested`) WHERE completion_requested IS NOT NULL AND status = 'ONGOING';--> statement-breakpoint
CREATE INDEX `upload_token_customer_expire` ON `upload_token` (`customer_id`,`expire_date`);
