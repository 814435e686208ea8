-- A task without an event is answered with the one that its documentation tells (worker/documentation/details.ts).
DELETE FROM task_event WHERE type = 'CREATED'
  AND EXISTS (SELECT 1 FROM documentation_task t JOIN documentation d ON d.customer_id = t.customer_id AND d.id = t.documentation_id
    WHERE t.id = task_event.task_id AND d.creator = task_event.creator AND t.date_created = task_event.date_created
      AND d.date_uploaded IS task_event.date_uploaded)
  AND NOT EXISTS (SELECT 1 FROM task_event o WHERE o.customer_id = task_event.customer_id AND o.task_id = task_event.task_id AND o.id <> task_event.id);
