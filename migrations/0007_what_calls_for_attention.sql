CREATE INDEX `documentation_announced` ON `documentation` (`customer_id`,`completion_requested`) WHERE completion_requested IS NOT NULL AND status = 'ONGOING';--> statement-breakpoint
CREATE INDEX `notice_unread` ON `notice` (`user_id`,`date_created`) WHERE read IS NULL;--> statement-breakpoint
CREATE INDEX `notice_created` ON `notice` (`date_created`);--> statement-breakpoint
CREATE INDEX `upload_token_customer_expire` ON `upload_token` (`customer_id`,`expire_date`);--> statement-breakpoint
CREATE INDEX `upload_open` ON `upload` (`customer_id`,`documentation_id`) WHERE state IN ('RESERVED', 'REFUSED');
