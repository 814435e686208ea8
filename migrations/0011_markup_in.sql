ALTER TABLE `photo` ADD `plain_revision` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_size` integer;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_crc32` integer;--> statement-breakpoint
ALTER TABLE `photo` ADD `plain_etag` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `marked_sha256` text;--> statement-breakpoint
ALTER TABLE `earlier_photo` ADD `rendition_crc32` integer;
