ALTER TABLE `session` ADD `confirmed_at` text;
