ALTER TABLE `delivery` ADD `writes_directly` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `delivery_file` ADD `stored_as` text;--> statement-breakpoint
ALTER TABLE `export_configuration` ADD `write_habit` text;
