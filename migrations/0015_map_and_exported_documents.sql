ALTER TABLE `export_document` ADD `crc32` integer;--> statement-breakpoint
ALTER TABLE `export_document` ADD `etag` text;--> statement-breakpoint
CREATE INDEX `export_document_expire` ON `export_document` (`expire_date`);--> statement-breakpoint
CREATE INDEX `documentation_position` ON `documentation` (`customer_id`,`lat`,`lng`,`status`,`hidden`,`template_id`,`creator`,`exported`,`date_created`,`date_uploaded`) WHERE lat <= 90;--> statement-breakpoint
CREATE INDEX `documentation_all_position` ON `documentation` (`lat`,`lng`,`status`,`hidden`) WHERE lat <= 90;--> statement-breakpoint
-- Whoever deletes the row, or the documentation or customer it is of: its object is nobody's from then on.
CREATE TRIGGER `export_document_deleted` AFTER DELETE ON `export_document` BEGIN
	INSERT OR IGNORE INTO `unowned_object` (`place`, `date_created`)
	VALUES ('customers/' || OLD.`customer_id` || '/exportDocuments/' || OLD.`id` || '/document', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));
END;
