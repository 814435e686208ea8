CREATE TABLE `upload_part` (
	`upload_id` text NOT NULL,
	`part_number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`upload_id`, `part_number`),
	FOREIGN KEY (`upload_id`) REFERENCES `upload`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `temp_file` ADD `given_name` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `has_data` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `crc32` integer;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `etag` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `date_uploaded` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `last_updated` text;--> statement-breakpoint
ALTER TABLE `temp_file` ADD `version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `temp_file_customerId_id_unique` ON `temp_file` (`customer_id`,`id`);--> statement-breakpoint
ALTER TABLE `upload_token` ADD `user_id` integer;--> statement-breakpoint
ALTER TABLE `upload_token` ADD `told` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `upload_token_id` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `sha256` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `multipart_id` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `part_size` integer;--> statement-breakpoint
CREATE INDEX `upload_link` ON `upload` (`upload_token_id`,`state`);