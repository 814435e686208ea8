ALTER TABLE `template_backup` ADD `user_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `template_living_name` ON `template` (`customer_id`,`name`) WHERE date_deleted IS NULL;