-- Maintains documentation.delete_after: the earliest time of a documentation's automatic deletion. The time limit counts from its completion,
-- and starts again when it is completed again after a handover. Null without a limit.

-- A documentation may be inserted as complete, like a merged one,
CREATE TRIGGER documentation_begins_due AFTER INSERT ON documentation
WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET delete_after = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
    WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END)
  WHERE seq = NEW.seq;
END;

-- or become complete, or be handed over again; its deletion settings may change too. Handling and approving it change nothing.
CREATE TRIGGER documentation_becomes_due AFTER UPDATE OF status, delete_automatically, delete_time_limit ON documentation
WHEN (NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')) <> (OLD.status IN ('COMPLETED', 'HANDLED', 'APPROVED'))
  OR NEW.delete_automatically <> OLD.delete_automatically OR NEW.delete_time_limit IS NOT OLD.delete_time_limit BEGIN
  UPDATE documentation SET delete_after = CASE WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')
    THEN strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
      WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END) END
  WHERE seq = NEW.seq;
END;
