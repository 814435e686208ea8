ALTER TABLE `photo` ADD `direction` real;
