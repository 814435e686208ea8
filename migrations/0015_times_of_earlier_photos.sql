ALTER TABLE `earlier_photo` ADD `date_from_device` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `exif_time` text;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `time_source` text;
