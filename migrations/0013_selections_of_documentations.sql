ALTER TABLE `photo_selection` ADD `documentations` text;
