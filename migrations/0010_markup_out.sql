ALTER TABLE `photo` DROP COLUMN `marked_revision`;--> statement-breakpoint
ALTER TABLE `photo` DROP COLUMN `marked_size`;--> statement-breakpoint
ALTER TABLE `photo` DROP COLUMN `marked_crc32`;--> statement-breakpoint
ALTER TABLE `photo` DROP COLUMN `marked_etag`;--> statement-breakpoint
ALTER TABLE `earlier_photo` DROP COLUMN `marked_revision`;--> statement-breakpoint
ALTER TABLE `earlier_photo` DROP COLUMN `marked_size`;--> statement-breakpoint
ALTER TABLE `earlier_photo` DROP COLUMN `marked_crc32`;--> statement-breakpoint
ALTER TABLE `earlier_photo` DROP COLUMN `marked_etag`;
