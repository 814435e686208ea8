-- Maintains documentation.reviewed_at and reviewed_by: the review that a documentation has, for the figures of /progress.

-- The first status that ends a review counts: approving what was handled is no second review. The status is written before its event.
CREATE TRIGGER documentation_gains_review AFTER INSERT ON documentation_event
WHEN NEW.type = 'STATUS_CHANGED' AND NEW.params ->> '$.status' IN ('HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET reviewed_at = NEW.event_date, reviewed_by = NEW.creator
  WHERE customer_id = NEW.customer_id AND id = NEW.documentation_id AND reviewed_at IS NULL AND status IN ('HANDLED', 'APPROVED');
END;

-- An undone review, a documentation that is handed over again and a deleted one have none.
CREATE TRIGGER documentation_loses_review AFTER UPDATE OF status ON documentation
WHEN NEW.reviewed_at IS NOT NULL AND NEW.status NOT IN ('HANDLED', 'APPROVED') BEGIN
  UPDATE documentation SET reviewed_at = NULL, reviewed_by = NULL WHERE seq = NEW.seq;
END;
