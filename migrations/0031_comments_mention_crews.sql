ALTER TABLE `thread_comment` ADD `upload_token_id` text;--> statement-breakpoint
ALTER TABLE `thread_comment` ADD `crews` text DEFAULT '[]' NOT NULL;
