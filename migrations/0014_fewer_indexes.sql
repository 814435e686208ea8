DROP INDEX `documentation_tag_documentation`;--> statement-breakpoint
DROP INDEX `documentation_tag_tag`;--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_tag_tag` ON `documentation_tag` (`documentation_id`,`customer_id`,`tag`);--> statement-breakpoint
DROP INDEX `file_customerId_id_unique`;--> statement-breakpoint
DROP INDEX `export_document_customerId_id_unique`;--> statement-breakpoint
DROP INDEX `earlier_photo_customerId_id_unique`;--> statement-breakpoint
DROP INDEX `temp_file_customerId_id_unique`;--> statement-breakpoint
DROP INDEX `upload_customerId_id_unique`;--> statement-breakpoint
DROP INDEX `upload_target`;--> statement-breakpoint
DROP INDEX `upload_key`;--> statement-breakpoint
DROP INDEX `upload_link`;--> statement-breakpoint
CREATE INDEX `upload_target` ON `upload` (`customer_id`,`kind`,`target_id`);--> statement-breakpoint
CREATE INDEX `upload_key` ON `upload` (`key`) WHERE state = 'RESERVED';--> statement-breakpoint
CREATE INDEX `upload_link` ON `upload` (`upload_token_id`,`state`) WHERE upload_token_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `export_event_delivery`;--> statement-breakpoint
CREATE INDEX `export_event_delivery` ON `export_event` (`delivery_id`) WHERE delivery_id IS NOT NULL;--> statement-breakpoint
DROP INDEX `documentation_task_parent`;--> statement-breakpoint
CREATE INDEX `documentation_task_parent` ON `documentation_task` (`customer_id`,`parent_id`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_documentation_event` (
	`id` text NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`type` text NOT NULL,
	`event_date` text NOT NULL,
	`creator` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_documentation_event`("id", "customer_id", "documentation_id", "type", "event_date", "creator", "params") SELECT "id", "customer_id", "documentation_id", "type", "event_date", "creator", "params" FROM `documentation_event` ORDER BY rowid;--> statement-breakpoint
DROP TABLE `documentation_event`;--> statement-breakpoint
ALTER TABLE `__new_documentation_event` RENAME TO `documentation_event`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `documentation_event_documentation` ON `documentation_event` (`customer_id`,`documentation_id`,`event_date`);
