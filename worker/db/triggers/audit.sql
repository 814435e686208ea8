-- Keeps the audit log as it was written (1§2).

-- Nothing changes a line of the log; old ones are only deleted.
CREATE TRIGGER domain_change_is_final BEFORE UPDATE ON domain_change BEGIN
  SELECT raise(ABORT, 'domain_change rows are never updated');
END;
