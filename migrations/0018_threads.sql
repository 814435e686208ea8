CREATE TABLE `thread` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`photo_id` text,
	`documentation_task_id` text,
	`subject_name` text DEFAULT '' NOT NULL,
	`user_id` integer NOT NULL,
	`date_created` text NOT NULL,
	`answered` integer DEFAULT false NOT NULL,
	`resolved_at` text,
	`resolved_by` text,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`documentation_task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `thread_documentation` ON `thread` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `thread_photo` ON `thread` (`customer_id`,`photo_id`) WHERE photo_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `thread_task` ON `thread` (`customer_id`,`documentation_task_id`) WHERE documentation_task_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `thread_unanswered` ON `thread` (`customer_id`,`documentation_id`) WHERE resolved_at IS NULL AND answered = 0;--> statement-breakpoint
CREATE UNIQUE INDEX `thread_customerId_id_unique` ON `thread` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `thread_comment` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`thread_id` text NOT NULL,
	`user_id` integer NOT NULL,
	`creator` text NOT NULL,
	`text` text NOT NULL,
	`mentions` text DEFAULT '[]' NOT NULL,
	`date_created` text NOT NULL,
	`edited_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`,`thread_id`) REFERENCES `thread`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `thread_comment_thread` ON `thread_comment` (`customer_id`,`thread_id`,`date_created`);--> statement-breakpoint
ALTER TABLE `user` ADD `instant_mail` integer DEFAULT false NOT NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER photo_leaves_threads BEFORE DELETE ON photo BEGIN
  UPDATE thread SET photo_id = NULL WHERE customer_id = OLD.customer_id AND photo_id = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_task_leaves_threads BEFORE DELETE ON documentation_task BEGIN
  UPDATE thread SET documentation_task_id = NULL WHERE customer_id = OLD.customer_id AND documentation_task_id = OLD.id;
END;
