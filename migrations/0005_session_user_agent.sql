ALTER TABLE `session` ADD `user_agent` text;
