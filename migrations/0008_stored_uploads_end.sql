CREATE TABLE `removed_media` (
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`target_id` text NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`imported` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`customer_id`, `documentation_id`, `target_id`),
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `upload_settled` ON `upload` (`settled`) WHERE state = 'STORED' AND upload_token_id IS NULL;
--> statement-breakpoint
INSERT OR IGNORE INTO removed_media (customer_id, documentation_id, target_id, kind, size, imported)
SELECT u.customer_id, u.documentation_id, u.target_id, u.kind, u.size, u.imported FROM upload u
WHERE u.state = 'STORED' AND u.kind IN ('PHOTO', 'FILE')
  AND NOT EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = u.customer_id AND p.id = u.target_id)
  AND NOT EXISTS (SELECT 1 FROM file f WHERE f.customer_id = u.customer_id AND f.id = u.target_id);
