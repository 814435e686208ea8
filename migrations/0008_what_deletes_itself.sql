-- From worker/db/triggers, where each trigger is explained.
CREATE TRIGGER documentation_begins_due AFTER INSERT ON documentation
WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET delete_after = strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
    WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END)
  WHERE seq = NEW.seq;
END;
--> statement-breakpoint
CREATE TRIGGER documentation_becomes_due AFTER UPDATE OF status, delete_automatically, delete_time_limit ON documentation
WHEN (NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')) <> (OLD.status IN ('COMPLETED', 'HANDLED', 'APPROVED'))
  OR NEW.delete_automatically <> OLD.delete_automatically OR NEW.delete_time_limit IS NOT OLD.delete_time_limit BEGIN
  UPDATE documentation SET delete_after = CASE WHEN NEW.delete_automatically AND NEW.status IN ('COMPLETED', 'HANDLED', 'APPROVED')
    THEN strftime('%Y-%m-%dT%H:%M:%SZ', 'now', CASE NEW.delete_time_limit
      WHEN 'IMMEDIATELY' THEN '+0 days' WHEN 'DAY' THEN '+1 day' WHEN 'WEEK' THEN '+7 days' WHEN 'MONTH' THEN '+1 month' WHEN 'YEAR' THEN '+1 year' END) END
  WHERE seq = NEW.seq;
END;
