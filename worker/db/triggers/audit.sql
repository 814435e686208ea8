-- Makes the audit log append-only (1§2).

-- Entries cannot be changed; old ones are only deleted.
CREATE TRIGGER domain_change_is_final BEFORE UPDATE ON domain_change BEGIN
  SELECT raise(ABORT, 'domain_change rows are never updated');
END;
