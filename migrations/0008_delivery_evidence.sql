ALTER TABLE `delivery` ADD `same_error_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `is_unencrypted` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery` ADD `sending_ms` integer;--> statement-breakpoint
ALTER TABLE `delivery_file` ADD `remote_tag` text;--> statement-breakpoint
ALTER TABLE `delivery_file` ADD `arrival` text;--> statement-breakpoint
ALTER TABLE `delivery_file` ADD `evidence` text;
