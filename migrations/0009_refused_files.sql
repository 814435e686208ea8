CREATE INDEX `temp_file_refused` ON `temp_file` (`decided`) WHERE decision = 'REFUSED';
