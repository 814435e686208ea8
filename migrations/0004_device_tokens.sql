ALTER TABLE `device` ADD `token_hash` text;--> statement-breakpoint
ALTER TABLE `device` ADD `token_issued_at` text;--> statement-breakpoint
ALTER TABLE `device` ADD `token_revoked_at` text;--> statement-breakpoint
CREATE INDEX `device_token` ON `device` (`customer_id`,`token_hash`) WHERE token_hash IS NOT NULL;
