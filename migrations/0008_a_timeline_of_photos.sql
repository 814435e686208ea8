DROP INDEX `photo_documentation`;--> statement-breakpoint
DROP INDEX `photo_created`;--> statement-breakpoint
CREATE INDEX `photo_documentation` ON `photo` (`customer_id`,`documentation_id`,`date_created`,`has_data`);--> statement-breakpoint
CREATE INDEX `photo_created` ON `photo` (`customer_id`,`date_created`,`documentation_id`) WHERE has_data;
