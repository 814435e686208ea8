ALTER TABLE `earlier_photo` ADD `markup` text;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `marked_revision` text;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `marked_size` integer;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `marked_crc32` integer;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `marked_etag` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `retake_id` text;--> statement-breakpoint
ALTER TABLE `upload` ADD `retaken` text;--> statement-breakpoint
CREATE UNIQUE INDEX `retake_open_photo` ON `retake` (`photo_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `retake_open_task` ON `retake` (`documentation_task_id`) WHERE outcome IS NULL;
