CREATE TABLE `removed_task_list` (
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`template_task_id` text NOT NULL,
	`expected_answer_list_id` text NOT NULL,
	PRIMARY KEY(`template_task_id`, `expected_answer_list_id`),
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`expected_answer_list_id`) REFERENCES `expected_answer_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `removed_task_list_template` ON `removed_task_list` (`customer_id`,`template_id`);--> statement-breakpoint
CREATE INDEX `removed_task_list_list` ON `removed_task_list` (`customer_id`,`expected_answer_list_id`);
