DROP INDEX `delivery_file_delivery`;--> statement-breakpoint
DROP INDEX `delivery_file_source`;--> statement-breakpoint
DROP INDEX `delivery_file_position`;--> statement-breakpoint
DROP INDEX `delivery_file_object`;--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_file_position` ON `delivery_file` (`customer_id`,`delivery_id`,`position`);--> statement-breakpoint
CREATE INDEX `delivery_file_object` ON `delivery_file` (`stored_key`) WHERE stored_key IS NOT NULL;
