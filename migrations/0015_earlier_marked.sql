ALTER TABLE `earlier_photo` ADD `marked_sha256` text;
