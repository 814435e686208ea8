ALTER TABLE `earlier_photo` ADD `review_comment` text;--> statement-breakpoint
ALTER TABLE `photo` ADD `review_comment` text;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER search_waiting_joined_index;
--> statement-breakpoint
DROP TRIGGER photo_reindexed;
--> statement-breakpoint
CREATE TRIGGER search_waiting_joined_index AFTER DELETE ON search_pending BEGIN
  INSERT INTO search_text (rowid, text)
    SELECT OLD.id, (SELECT group_concat(x.text, char(10)) FROM (
      SELECT d.name || coalesce(char(10) || d.alias, '') AS text
      UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = d.id
      UNION SELECT k.answer FROM documentation_task k WHERE k.customer_id = d.customer_id AND k.documentation_id = d.id AND k.answer <> ''
      UNION SELECT p.name || coalesce(char(10) || p.comment, '') || coalesce(char(10) || p.review_comment, '') FROM photo p WHERE p.customer_id = d.customer_id AND p.documentation_id = d.id) x)
    FROM documentation d WHERE d.seq = OLD.id & 1099511627775;
END;
--> statement-breakpoint
CREATE TRIGGER photo_reindexed AFTER UPDATE OF name, comment, review_comment, documentation_id ON photo
  WHEN OLD.name <> NEW.name OR OLD.comment IS NOT NEW.comment OR OLD.review_comment IS NOT NEW.review_comment
    OR OLD.documentation_id <> NEW.documentation_id
BEGIN
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
  INSERT INTO search_pending (id) SELECT (d.customer_id << 40) + d.seq FROM documentation d
    WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id
      AND NOT EXISTS (SELECT 1 FROM search_pending WHERE id = (d.customer_id << 40) + d.seq);
END;
