CREATE TABLE `expected_answer_list_task` (
	`customer_id` integer NOT NULL,
	`expected_answer_list_id` text NOT NULL,
	`template_task_id` text NOT NULL,
	PRIMARY KEY(`expected_answer_list_id`, `template_task_id`),
	FOREIGN KEY (`customer_id`,`expected_answer_list_id`) REFERENCES `expected_answer_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`template_task_id`) REFERENCES `template_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `expected_answer_list_task_list` ON `expected_answer_list_task` (`customer_id`,`expected_answer_list_id`);--> statement-breakpoint
CREATE INDEX `expected_answer_list_task_task` ON `expected_answer_list_task` (`customer_id`,`template_task_id`);
