CREATE TABLE `delivery_link_file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`position` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`crc32` integer NOT NULL,
	`object_key` text NOT NULL,
	`etag` text NOT NULL,
	`made` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`customer_id`,`token_hash`) REFERENCES `delivery_link`(`customer_id`,`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_link_file_position` ON `delivery_link_file` (`token_hash`,`position`);--> statement-breakpoint
CREATE INDEX `delivery_link_file_link` ON `delivery_link_file` (`customer_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `delivery_link_file_object` ON `delivery_link_file` (`object_key`);--> statement-breakpoint
ALTER TABLE `delivery_link` ADD `name` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_link_customerId_tokenHash_unique` ON `delivery_link` (`customer_id`,`token_hash`);--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `attachments` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `delivery_id` text;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `error_kind` text;--> statement-breakpoint
CREATE INDEX `outbox_mail_delivery` ON `outbox_mail` (`delivery_id`);--> statement-breakpoint
CREATE INDEX `delivery_file_object` ON `delivery_file` (`stored_key`);
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER delivery_file_deleted;
--> statement-breakpoint
CREATE TRIGGER delivery_file_deleted AFTER DELETE ON delivery_file WHEN OLD.stored_key IS NOT NULL BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT OLD.stored_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = OLD.stored_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.stored_key);
END;
--> statement-breakpoint
CREATE TRIGGER delivery_link_file_deleted AFTER DELETE ON delivery_link_file WHEN OLD.made BEGIN
  INSERT OR IGNORE INTO unowned_object (place, date_created)
  SELECT OLD.object_key, strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
  WHERE NOT EXISTS (SELECT 1 FROM delivery_file WHERE stored_key = OLD.object_key)
    AND NOT EXISTS (SELECT 1 FROM delivery_link_file WHERE object_key = OLD.object_key);
END;
