ALTER TABLE `upload` ADD `claimed` text;
