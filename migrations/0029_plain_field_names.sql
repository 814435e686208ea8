-- Changes rows of: media_fault, documentation, documentation_event, photo, earlier_photo, retake
UPDATE media_fault SET kind = 'UNREFERENCED' WHERE kind = 'UNNAMED';
--> statement-breakpoint
UPDATE documentation SET completed_without = replace(completed_without, '{"what":', '{"kind":') WHERE completed_without IS NOT NULL;
--> statement-breakpoint
UPDATE documentation_event SET params = json_remove(json_set(params, '$.deviceTime', params ->> '$.shown'), '$.shown')
  WHERE type = 'TIME_REPAIRED' AND params ->> '$.shown' IS NOT NULL;
--> statement-breakpoint
UPDATE photo SET markup = replace(markup, '"at":[', '"position":[') WHERE markup IS NOT NULL;
--> statement-breakpoint
UPDATE earlier_photo SET markup = replace(markup, '"at":[', '"position":[') WHERE markup IS NOT NULL;
--> statement-breakpoint
UPDATE retake SET drawing = replace(drawing, '"at":[', '"position":[') WHERE drawing IS NOT NULL;
